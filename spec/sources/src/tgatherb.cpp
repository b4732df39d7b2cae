// SPDX-License-Identifier: MIT
#include "pages.h"

namespace pto_cts::sources {
namespace {

using enum RuleKind;

constexpr std::string_view kPage = "TGATHERB";

constexpr std::string_view kFigure = "Instruction figure (指令示意图)";
constexpr std::string_view kSummary = "Summary (简介)";
constexpr std::string_view kSemantics = "Mathematical semantics (数学语义)";
constexpr std::string_view kAssembly = "Assembly syntax (汇编语法)";
constexpr std::string_view kIntrinsic = "C++ intrinsic (C++ 内建接口)";
constexpr std::string_view kA2A3 = "Constraints, implementation checks A2A3 (约束, 实现检查)";
constexpr std::string_view kA5 = "Constraints, implementation checks A5 (约束, 实现检查)";
constexpr std::string_view kOffsets = "Constraints, offset interpretation (约束, Offset interpretation)";
constexpr std::string_view kExampleAuto = "Example, automatic (示例, 自动)";
constexpr std::string_view kExampleManual = "Example, manual (示例, 手动)";
constexpr std::string_view kAuto = "Assembly example, automatic mode (汇编示例, 自动模式)";
constexpr std::string_view kManual = "Assembly example, manual mode (汇编示例, 手动模式)";
constexpr std::string_view kForm = "Assembly example, PTO assembly form (汇编示例, PTO 汇编形式)";

constexpr Rule kRules[] = {
    outside("tgatherb/figure/1", kPage, kFigure, 1, scope, "A figure illustrates the operation.", reason::kFigure),

    held("tgatherb/summary/1", kPage, kSummary, 1, semantics, "It collects elements that are found by byte offsets."),

    held("tgatherb/semantics/1", kPage, kSemantics, 1, semantics,
         "The formula ranges over the elements of the valid region."),
    held("tgatherb/semantics/2", kPage, kSemantics, 2, semantics,
         "A destination element is what is stored at the source's base plus the offset element of the same place."),
    held("tgatherb/semantics/3", kPage, kSemantics, 3, semantics,
         "Just how bounds are treated is up to the implementation."),

    outside("tgatherb/assembly/1", kPage, kAssembly, 1, scope, "The PTO-AS grammar defines the textual form.",
            reason::kReference),
    shown("tgatherb/assembly/2", kPage, kAssembly, 2, assembly_template,
          "Synchronous form: the result, then the bare mnemonic, the source and the offsets; one operand type and the "
          "result type follow.",
          reason::kOperandOrder),
    shown("tgatherb/assembly/3", kPage, kAssembly, 3, assembly_template,
          "IR level 1 (SSA): the result, then the prefixed mnemonic, the source and the offsets, each with its type.",
          reason::kOperandOrder),
    shown("tgatherb/assembly/4", kPage, kAssembly, 4, assembly_template,
          "IR level 2 (DPS): source, then offsets, among the ins; the destination among the outs.",
          reason::kOperandOrder),

    outside("tgatherb/interface/1", kPage, kIntrinsic, 1, scope, "The call is declared in pto_instr.hpp.",
            reason::kHeader),
    shown("tgatherb/interface/2", kPage, kIntrinsic, 2, interface,
          "The operands are, in order, destination, source and offsets, each of a tile type of its own.",
          reason::kTemplateSlots),
    outside("tgatherb/interface/3", kPage, kIntrinsic, 3, interface,
            "The call accepts any number of events to wait for.", reason::kWaitEvents),
    outside("tgatherb/interface/4", kPage, kIntrinsic, 4, interface,
            "The call returns an event that records the instruction.", reason::kRecordEvent),

    held("tgatherb/a2a3/1", kPage, kA2A3, 1, constraint, "On A2A3 the destination's layout is row-major."),
    held("tgatherb/a2a3/2", kPage, kA2A3, 2, constraint, "On A2A3 a destination element takes 1, 2 or 4 bytes."),
    shown("tgatherb/a2a3/3", kPage, kA2A3, 3, scope, "On A2A3 a helper checks that size when the program is compiled.",
          "The clause for that size is of the static phase."),
    held("tgatherb/a2a3/4", kPage, kA2A3, 4, constraint,
         "On A2A3 the element types of source and destination are integers of 8, 16 or 32 bits, signed or not, or "
         "half, bfloat16_t or float."),

    held("tgatherb/a5/1", kPage, kA5, 1, constraint, "On A5 a destination element takes 1, 2 or 4 bytes."),
    held("tgatherb/a5/2", kPage, kA5, 2, constraint,
         "On A5 the element types of source and destination are integers of 8, 16 or 32 bits, signed or not, or half, "
         "bfloat16_t or float."),

    held("tgatherb/offsets/1", kPage, kOffsets, 1, constraint,
         "The implementation reads offsets as unsigned integers of 32 bits."),
    held("tgatherb/offsets/2", kPage, kOffsets, 2, semantics, "An offset counts bytes."),
    held("tgatherb/offsets/3", kPage, kOffsets, 3, semantics,
         "No assertion at run time checks that offsets stay within bounds."),
    held("tgatherb/offsets/4", kPage, kOffsets, 4, constraint, "The target defines what an offset out of range does."),

    shown("tgatherb/example-auto/1", kPage, kExampleAuto, 1, example,
          "A uint8_t Vec tile of 1 x 256 is gathered into another by a uint32_t tile of 1 x 256, nothing being placed "
          "by hand.",
          "example/tgatherb/auto"),
    shown("tgatherb/example-manual/1", kPage, kExampleManual, 1, example,
          "The same gather, the three tiles being first assigned to addresses.", "example/tgatherb/manual"),

    outside("tgatherb/assembly-auto/1", kPage, kAuto, 1, scope,
            "In automatic mode, compiler and run time see to placement and scheduling.", reason::kAutoMode),
    shown("tgatherb/assembly-auto/2", kPage, kAuto, 2, assembly_template,
          "In automatic mode the text is that of IR level 1.", reason::kOperandOrder),
    outside("tgatherb/assembly-manual/1", kPage, kManual, 1, scope,
            "In manual mode, resources are bound before the instruction.", reason::kManualMode),
    outside("tgatherb/assembly-manual/2", kPage, kManual, 2, scope,
            "For tile operands the binding is an optional tassign of each to an address.", reason::kManualMode),
    shown("tgatherb/assembly-manual/3", kPage, kManual, 3, assembly_template,
          "In manual mode the text is that of IR level 1.", reason::kOperandOrder),
    shown("tgatherb/assembly-form/1", kPage, kForm, 1, assembly_template, "The synchronous form, given once more.",
          reason::kOperandOrder),
    shown("tgatherb/assembly-form/2", kPage, kForm, 2, assembly_template,
          "The form of IR level 2 (DPS), given once more.", reason::kOperandOrder),
};

}  // namespace

std::span<const Rule> tgatherb_rules() {
  return kRules;
}

}  // namespace pto_cts::sources
