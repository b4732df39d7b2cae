// SPDX-License-Identifier: MIT
#include "pages.h"

namespace pto_cts::sources {
namespace {

using enum RuleKind;

constexpr std::string_view kPage = "pto.tfillpad";

constexpr std::string_view kIntro = "pto.tfillpad";
constexpr std::string_view kSummary = "Summary";
constexpr std::string_view kMechanism = "Mechanism";
constexpr std::string_view kSyntax = "Syntax";
constexpr std::string_view kIntrinsic = "C++ Intrinsic";
constexpr std::string_view kInputs = "Inputs";
constexpr std::string_view kOutputs = "Expected Outputs";
constexpr std::string_view kSideEffects = "Side Effects";
constexpr std::string_view kConstraints = "Constraints";
constexpr std::string_view kExceptions = "Exceptions";
constexpr std::string_view kProfiles = "Target-Profile Restrictions";
constexpr std::string_view kExample1 = "Examples, example1";
constexpr std::string_view kExample2 = "Examples, example2";
constexpr std::string_view kAuto = "Auto Mode";
constexpr std::string_view kManual = "Manual Mode";
constexpr std::string_view kForm = "PTO Assembly Form";

constexpr Rule kRules[] = {
    shown("tfillpad/intro/1", kPage, kIntro, 1, scope,
          "TFILLPAD is counted among the layout and rearrangement instructions.",
          "A row of the traceability table: the family under which the instruction's spec file lies."),

    held("tfillpad/summary/1", kPage, kSummary, 1, semantics,
         "It copies a tile and pads what lies beyond the valid region with a value fixed when compiled."),

    held("tfillpad/semantics/1", kPage, kMechanism, 1, semantics, "The destination receives a copy of the source."),
    held(
        "tfillpad/semantics/2", kPage, kMechanism, 2, semantics,
        "Every element left over is filled with the pad that the destination's type selects, Min or Max for instance."),
    shown("tfillpad/semantics/3", kPage, kMechanism, 3, scope,
          "Its common use is to give the elements beyond a run-time valid region known values, so that later "
          "instructions can work on the full static shape.",
          "Every element of the destination's static shape is of class value or pad, and is judged."),
    shown("tfillpad/semantics/4", kPage, kMechanism, 4, scope,
          "It is a tile instruction whose visible effect goes beyond a plain element-wise computation.",
          "Its semantics in the spec is a copy with fill over the static shape, not a point-wise map over a valid "
          "region."),
    held("tfillpad/semantics/5", kPage, kMechanism, 5, semantics,
         "What counts as valid is the source's region, by its run-time valid rows and columns."),
    held("tfillpad/semantics/6", kPage, kMechanism, 6, semantics,
         "The rule is stated for each and every element of the destination."),
    held("tfillpad/semantics/7", kPage, kMechanism, 7, semantics,
         "An element inside the source's valid region equals the source element at the same place."),
    held("tfillpad/semantics/8", kPage, kMechanism, 8, semantics, "An element anywhere else equals the pad."),
    held("tfillpad/semantics/9", kPage, kMechanism, 9, semantics,
         "The pad follows from the destination type's pad value together with its element type."),
    held("tfillpad/semantics/10", kPage, kMechanism, 10, semantics,
         "For a floating type that has infinities, Max and Min mean plus and minus infinity."),
    held("tfillpad/semantics/11", kPage, kMechanism, 11, semantics,
         "For any other type, Max and Min mean what the numeric limits of the type call max and min."),

    outside("tfillpad/assembly/1", kPage, kSyntax, 1, scope,
            "The pages on syntax and operands define the textual spelling.", reason::kReference),
    shown("tfillpad/assembly/2", kPage, kSyntax, 2, assembly_template,
          "Synchronous form: the result, then the bare mnemonic and the source; source type and result type follow.",
          reason::kOperandOrder),
    shown("tfillpad/assembly/3", kPage, kSyntax, 3, assembly_template,
          "AS level 1 (SSA): the result, then the prefixed mnemonic and the source, with tile types.",
          reason::kOperandOrder),
    shown("tfillpad/assembly/4", kPage, kSyntax, 4, assembly_template,
          "AS level 2 (DPS): the source among the ins, the destination among the outs, with buffer types.",
          reason::kOperandOrder),
    shown("tfillpad/assembly/5", kPage, kSyntax, 5, assembly_template, "IR level 1 (SSA): spelled as AS level 1.",
          reason::kOperandOrder),
    shown("tfillpad/assembly/6", kPage, kSyntax, 6, assembly_template, "IR level 2 (DPS): spelled as AS level 2.",
          reason::kOperandOrder),

    outside("tfillpad/interface/1", kPage, kIntrinsic, 1, scope,
            "The call is implemented by the backend headers that pto_instr_impl.hpp includes.", reason::kHeader),
    shown("tfillpad/interface/2", kPage, kIntrinsic, 2, interface,
          "First signature: one tile type for both operands and a pad value as its own template parameter; destination "
          "before source.",
          reason::kTemplateSlots),
    shown("tfillpad/interface/3", kPage, kIntrinsic, 3, default_value,
          "Left out, the pad value of the first signature is Zero.",
          "Case example/tfillpad/example2, whose call leaves the parameter out."),
    shown(
        "tfillpad/interface/4", kPage, kIntrinsic, 4, interface,
        "Second signature: destination and source types of their own, and no pad parameter; destination before source.",
        reason::kTemplateSlots),
    outside("tfillpad/interface/5", kPage, kIntrinsic, 5, interface,
            "Both signatures accept any number of events to wait for.", reason::kWaitEvents),
    outside("tfillpad/interface/6", kPage, kIntrinsic, 6, interface,
            "Both signatures return an event that records the instruction.", reason::kRecordEvent),

    shown("tfillpad/inputs/1", kPage, kInputs, 1, interface, "The operand src is the tile copied from.",
          reason::kOperandOrder),
    shown("tfillpad/inputs/2", kPage, kInputs, 2, interface, "The operand dst is the tile written to.",
          reason::kOperandOrder),
    held("tfillpad/inputs/3", kPage, kInputs, 3, constraint, "Destination and source agree in shape."),
    held("tfillpad/inputs/4", kPage, kInputs, 4, semantics,
         "PadVal, fixed when compiled, is what elements beyond the valid region receive."),

    held("tfillpad/outputs/1", kPage, kOutputs, 1, semantics,
         "Afterwards the destination's valid part is a copy of the source's."),
    held("tfillpad/outputs/2", kPage, kOutputs, 2, semantics,
         "Afterwards the destination's padded part holds the chosen pad value."),

    shown("tfillpad/side-effects/1", kPage, kSideEffects, 1, semantics, "Nothing but the destination changes.",
          "Guards around every operand and the bytes of read-only sources are compared in every case."),
    outside("tfillpad/side-effects/2", kPage, kSideEffects, 2, semantics,
            "It orders no other traffic that it has no part in.",
            "Showing that something is not ordered needs other instructions in flight; a case holds one."),

    held("tfillpad/constraints/1", kPage, kConstraints, 1, constraint,
         "The destination type's pad value is something other than Null."),
    held("tfillpad/constraints/2", kPage, kConstraints, 2, constraint,
         "Destination and source elements have equal size."),
    held("tfillpad/constraints/3", kPage, kConstraints, 3, constraint, "An element takes 1, 2 or 4 bytes."),
    held("tfillpad/constraints/4", kPage, kConstraints, 4, constraint,
         "For TFILLPAD, the static rows and columns of destination and source are equal."),
    held("tfillpad/constraints/5", kPage, kConstraints, 5, constraint,
         "For TFILLPAD_EXPAND, the destination has at least the source's static rows and columns."),
    held("tfillpad/constraints/6", kPage, kConstraints, 6, constraint,
         "In the form with one tile type, a Mat tile is column-major with a row-major sub-layout."),
    held("tfillpad/constraints/7", kPage, kConstraints, 7, constraint,
         "In the form with one tile type, the only pad value for a Mat tile is Zero."),

    shown("tfillpad/exceptions/1", kPage, kExceptions, 1, constraint,
          "The verifier or the chosen backend turns down illegal operands, unknown types, bad layouts and modes that "
          "the target lacks.",
          "For every clause, tuples that break it must be rejected while their legal twins execute."),
    outside(
        "tfillpad/exceptions/2", kPage, kExceptions, 2, scope,
        "What lies beyond the documented legal domain is no basis for a program, though some backend takes it today.",
        "Binds programs, not backends; beyond the core the verdict is target-defined and blames no backend."),

    shown("tfillpad/target-profiles/1", kPage, kProfiles, 1, semantics,
          "The semantics that a program can see is one and the same on CPU simulation, A2/A3 and A5.",
          "The spec has a single element semantics for all three profiles, and every profile is judged by it."),
    shown("tfillpad/target-profiles/2", kPage, kProfiles, 2, scope, "How much of it each profile supports may differ.",
          "Every clause and every core names the profiles for which it holds."),
    shown("tfillpad/target-profiles/3", kPage, kProfiles, 3, scope,
          "Portable code keeps to the types, layouts, shapes and modes that its profile documents.",
          "The profile `portable` answers whether a tuple is legal on all three profiles."),

    shown("tfillpad/example-1/1", kPage, kExample1, 1, example,
          "A float Vec tile of 16 x 16, fully valid, is copied into one of the same shape whose pad is Min.",
          "example/tfillpad/example1"),
    shown("tfillpad/example-2/1", kPage, kExample2, 1, example,
          "A float Mat tile of 16 x 256, valid in 1 x 224, column-major with a row-major sub-layout of 512 bytes, is "
          "padded in place.",
          "example/tfillpad/example2"),

    outside("tfillpad/assembly-auto/1", kPage, kAuto, 1, scope,
            "In automatic mode, compiler and run time see to placement and scheduling.", reason::kAutoMode),
    shown("tfillpad/assembly-auto/2", kPage, kAuto, 2, assembly_template,
          "In automatic mode the text is that of the SSA level.", reason::kOperandOrder),
    outside("tfillpad/assembly-manual/1", kPage, kManual, 1, scope,
            "In manual mode, resources are bound before the instruction.", reason::kManualMode),
    outside("tfillpad/assembly-manual/2", kPage, kManual, 2, scope,
            "For tile operands the binding is an optional tassign of each to an address.", reason::kManualMode),
    shown("tfillpad/assembly-manual/3", kPage, kManual, 3, assembly_template,
          "In manual mode the text is that of the SSA level.", reason::kOperandOrder),
    shown("tfillpad/assembly-form/1", kPage, kForm, 1, assembly_template, "The form of the SSA level, given once more.",
          reason::kOperandOrder),
    shown("tfillpad/assembly-form/2", kPage, kForm, 2, assembly_template,
          "The form of AS level 2 (DPS), given once more.", reason::kOperandOrder),
};

}  // namespace

std::span<const Rule> tfillpad_rules() {
  return kRules;
}

}  // namespace pto_cts::sources
