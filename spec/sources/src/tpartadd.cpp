// SPDX-License-Identifier: MIT
#include "pages.h"

namespace pto_cts::sources {
namespace {

using enum RuleKind;

constexpr std::string_view kPage = "TPARTADD";

constexpr std::string_view kFigure = "Instruction figure (指令示意图)";
constexpr std::string_view kSummary = "Summary (简介)";
constexpr std::string_view kSemantics = "Mathematical semantics (数学语义)";
constexpr std::string_view kAssembly = "Assembly syntax (汇编语法)";
constexpr std::string_view kIntrinsic = "C++ intrinsic (C++ 内建接口)";
constexpr std::string_view kA2A3 = "Constraints, implementation checks A2A3 (约束, 实现检查)";
constexpr std::string_view kA5 = "Constraints, implementation checks A5 (约束, 实现检查)";
constexpr std::string_view kExampleAuto = "Example, automatic (示例, 自动)";
constexpr std::string_view kExampleManual = "Example, manual (示例, 手动)";
constexpr std::string_view kAuto = "Assembly example, automatic mode (汇编示例, 自动模式)";
constexpr std::string_view kManual = "Assembly example, manual mode (汇编示例, 手动模式)";
constexpr std::string_view kForm = "Assembly example, PTO assembly form (汇编示例, PTO 汇编形式)";

constexpr Rule kRules[] = {
    outside("tpartadd/figure/1", kPage, kFigure, 1, scope, "A figure illustrates the operation.", reason::kFigure),

    held("tpartadd/summary/1", kPage, kSummary, 1, semantics,
         "It adds two tiles element by element where only part may be present."),
    held("tpartadd/summary/2", kPage, kSummary, 2, semantics,
         "What happens to valid regions that do not match is up to the implementation."),

    held("tpartadd/semantics/1", kPage, kSemantics, 1, semantics,
         "The formula ranges over the elements of the destination's valid region."),
    held("tpartadd/semantics/2", kPage, kSemantics, 2, semantics,
         "Where both sources are defined, the result is their sum."),
    held("tpartadd/semantics/3", kPage, kSemantics, 3, semantics,
         "Where the first source alone is defined, the result is its element."),
    held("tpartadd/semantics/4", kPage, kSemantics, 4, semantics,
         "Where the second source alone is defined, the result is its element."),

    outside("tpartadd/assembly/1", kPage, kAssembly, 1, scope, "The PTO-AS grammar defines the textual form.",
            reason::kReference),
    shown("tpartadd/assembly/2", kPage, kAssembly, 2, assembly_template,
          "Synchronous form: the result, then the bare mnemonic, first and second source; one source type and the "
          "result type follow.",
          reason::kOperandOrder),
    shown("tpartadd/assembly/3", kPage, kAssembly, 3, assembly_template,
          "IR level 1 (SSA): the result, then the prefixed mnemonic, first and second source, each with its type.",
          reason::kOperandOrder),
    shown("tpartadd/assembly/4", kPage, kAssembly, 4, assembly_template,
          "IR level 2 (DPS): first and second source among the ins; the destination among the outs.",
          reason::kOperandOrder),

    outside("tpartadd/interface/1", kPage, kIntrinsic, 1, scope, "The call is declared in pto_instr.hpp.",
            reason::kHeader),
    shown("tpartadd/interface/2", kPage, kIntrinsic, 2, interface,
          "The operands are, in order, destination, first and second source, each of a tile type of its own.",
          reason::kTemplateSlots),
    outside("tpartadd/interface/3", kPage, kIntrinsic, 3, interface,
            "The call accepts any number of events to wait for.", reason::kWaitEvents),
    outside("tpartadd/interface/4", kPage, kIntrinsic, 4, interface,
            "The call returns an event that records the instruction.", reason::kRecordEvent),

    held("tpartadd/a2a3/1", kPage, kA2A3, 1, constraint, "On A2A3 the three tiles share one element type."),
    held("tpartadd/a2a3/2", kPage, kA2A3, 2, constraint,
         "On A2A3 that type is a signed integer of 32 or 16 bits, half or float."),
    held("tpartadd/a2a3/3", kPage, kA2A3, 3, constraint, "On A2A3 each of the three tiles is row-major."),
    held("tpartadd/a2a3/4", kPage, kA2A3, 4, semantics,
         "On A2A3, at run time, a destination with no valid rows or no valid columns ends the operation at once."),
    held("tpartadd/a2a3/5", kPage, kA2A3, 5, constraint,
         "On A2A3, at run time, at least one source has the destination's valid region."),
    held("tpartadd/a2a3/6", kPage, kA2A3, 6, constraint,
         "On A2A3, at run time, the other source's valid region does not reach beyond the destination's."),
    shown("tpartadd/a2a3/7", kPage, kA2A3, 7, constraint,
          "On A2A3 valid regions against these two rules fail an assertion.",
          "For those clauses, tuples that break them must be rejected while their legal twins execute."),

    held("tpartadd/a5/1", kPage, kA5, 1, constraint, "On A5 the three tiles share one element type."),
    held("tpartadd/a5/2", kPage, kA5, 2, constraint,
         "On A5 that type is an integer of 8, 16 or 32 bits, signed or not, or half, float or bfloat16_t."),
    held("tpartadd/a5/3", kPage, kA5, 3, semantics,
         "On A5, at run time, a destination whose valid region is empty ends the operation at once."),
    held("tpartadd/a5/4", kPage, kA5, 4, constraint,
         "On A5 only some combinations of partial validity work, such as one source like the destination and the other "
         "with fewer valid rows or fewer valid columns."),
    held("tpartadd/a5/5", kPage, kA5, 5, constraint,
         "On A5 any other combination is unsupported, and the target defines its effect."),

    shown("tpartadd/example-auto/1", kPage, kExampleAuto, 1, example,
          "Two fully valid float Vec tiles of 16 x 16 are added into a third, nothing being placed by hand.",
          "example/tpartadd/auto"),
    shown("tpartadd/example-manual/1", kPage, kExampleManual, 1, example,
          "The same sum, the three tiles being first assigned to addresses.", "example/tpartadd/manual"),

    outside("tpartadd/assembly-auto/1", kPage, kAuto, 1, scope,
            "In automatic mode, compiler and run time see to placement and scheduling.", reason::kAutoMode),
    shown("tpartadd/assembly-auto/2", kPage, kAuto, 2, assembly_template,
          "In automatic mode the text is that of IR level 1.", reason::kOperandOrder),
    outside("tpartadd/assembly-manual/1", kPage, kManual, 1, scope,
            "In manual mode, resources are bound before the instruction.", reason::kManualMode),
    outside("tpartadd/assembly-manual/2", kPage, kManual, 2, scope,
            "For tile operands the binding is an optional tassign of each to an address.", reason::kManualMode),
    shown("tpartadd/assembly-manual/3", kPage, kManual, 3, assembly_template,
          "In manual mode the text is that of IR level 1.", reason::kOperandOrder),
    shown("tpartadd/assembly-form/1", kPage, kForm, 1, assembly_template, "The synchronous form, given once more.",
          reason::kOperandOrder),
    shown("tpartadd/assembly-form/2", kPage, kForm, 2, assembly_template,
          "The form of IR level 2 (DPS), given once more.", reason::kOperandOrder),
};

}  // namespace

std::span<const Rule> tpartadd_rules() {
  return kRules;
}

}  // namespace pto_cts::sources
