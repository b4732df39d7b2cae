// SPDX-License-Identifier: MIT
#include "pages.h"

namespace pto_cts::sources {
namespace {

using enum RuleKind;

constexpr std::string_view kPage = "TMULS";

constexpr std::string_view kFigure = "Instruction figure (指令示意图)";
constexpr std::string_view kSummary = "Summary (简介)";
constexpr std::string_view kSemantics = "Mathematical semantics (数学语义)";
constexpr std::string_view kAssembly = "Assembly syntax (汇编语法)";
constexpr std::string_view kIntrinsic = "C++ intrinsic (C++ 内建接口)";
constexpr std::string_view kA2A3 = "Constraints, implementation checks A2A3 (约束, 实现检查)";
constexpr std::string_view kA5 = "Constraints, implementation checks A5 (约束, 实现检查)";
constexpr std::string_view kValidRegion = "Constraints, valid region (约束, 有效区域)";
constexpr std::string_view kExampleAuto = "Example, automatic (示例, 自动)";
constexpr std::string_view kExampleManual = "Example, manual (示例, 手动)";
constexpr std::string_view kAuto = "Assembly example, automatic mode (汇编示例, 自动模式)";
constexpr std::string_view kManual = "Assembly example, manual mode (汇编示例, 手动模式)";
constexpr std::string_view kForm = "Assembly example, PTO assembly form (汇编示例, PTO 汇编形式)";

constexpr Rule kRules[] = {
    outside("tmuls/figure/1", kPage, kFigure, 1, scope, "A figure illustrates the operation.", reason::kFigure),

    held("tmuls/summary/1", kPage, kSummary, 1, semantics, "It multiplies a tile by a scalar, element by element."),

    held("tmuls/semantics/1", kPage, kSemantics, 1, semantics,
         "The formula ranges over the elements of the valid region."),
    held("tmuls/semantics/2", kPage, kSemantics, 2, semantics,
         "A destination element is the product of the source element at the same place and the scalar."),

    outside("tmuls/assembly/1", kPage, kAssembly, 1, scope, "The PTO-AS grammar defines the textual form.",
            reason::kReference),
    shown("tmuls/assembly/2", kPage, kAssembly, 2, assembly_template,
          "Synchronous form: the result, then the bare mnemonic, the source and the scalar; the scalar is typed f32.",
          reason::kOperandOrder),
    shown("tmuls/assembly/3", kPage, kAssembly, 3, assembly_template,
          "IR level 1 (SSA): the result, then the prefixed mnemonic, the source and the scalar, for which the type "
          "list holds a dtype of its own.",
          reason::kOperandOrder),
    shown("tmuls/assembly/4", kPage, kAssembly, 4, assembly_template,
          "IR level 2 (DPS): source, then scalar, among the ins; the destination among the outs.",
          reason::kOperandOrder),

    outside("tmuls/interface/1", kPage, kIntrinsic, 1, scope, "The call is declared in pto_instr.hpp.",
            reason::kHeader),
    shown("tmuls/interface/2", kPage, kIntrinsic, 2, interface,
          "The operands are, in order, destination, source and scalar.", reason::kTemplateSlots),
    held("tmuls/interface/3", kPage, kIntrinsic, 3, constraint, "Destination and source are of one tile type."),
    held("tmuls/interface/4", kPage, kIntrinsic, 4, constraint, "The scalar has the element type of the tile."),
    outside("tmuls/interface/5", kPage, kIntrinsic, 5, interface, "The call accepts any number of events to wait for.",
            reason::kWaitEvents),
    outside("tmuls/interface/6", kPage, kIntrinsic, 6, interface,
            "The call returns an event that records the instruction.", reason::kRecordEvent),

    held("tmuls/a2a3/1", kPage, kA2A3, 1, constraint,
         "On A2A3 the element type is a signed integer of 32 or 16 bits, or a float of 16 or 32 bits (half, float)."),
    held("tmuls/a2a3/2", kPage, kA2A3, 2, constraint, "On A2A3 the tile lies in vector memory (Vec)."),
    held("tmuls/a2a3/3", kPage, kA2A3, 3, constraint,
         "On A2A3 the static valid rows and columns do not exceed the static rows and columns."),
    held("tmuls/a2a3/4", kPage, kA2A3, 4, constraint,
         "On A2A3, at run time, source and destination agree in valid rows and in valid columns."),
    held("tmuls/a2a3/5", kPage, kA2A3, 5, constraint, "On A2A3 the tile's layout is row-major."),
    shown("tmuls/a2a3/6", kPage, kA2A3, 6, interface,
          "The list of A2A3 spells three of its types twice: int beside int32_t, float16_t beside half, float32_t "
          "beside float.",
          "Each pair of spellings is read as one element type of the spec."),

    held("tmuls/a5/1", kPage, kA5, 1, constraint,
         "On A5 the element type is an integer of 8, 16 or 32 bits, signed or not, or half, float or bfloat16_t."),
    held("tmuls/a5/2", kPage, kA5, 2, constraint, "On A5 the tile lies in vector memory (Vec)."),
    held("tmuls/a5/3", kPage, kA5, 3, constraint,
         "On A5 the static valid rows and columns do not exceed the static rows and columns."),
    held("tmuls/a5/4", kPage, kA5, 4, constraint,
         "On A5, at run time, source and destination agree in valid columns; valid rows are not compared."),
    held("tmuls/a5/5", kPage, kA5, 5, constraint, "On A5 the tile's layout is row-major."),

    held("tmuls/valid-region/1", kPage, kValidRegion, 1, semantics,
         "The destination's valid rows and columns are what the operation iterates over."),

    shown("tmuls/example-auto/1", kPage, kExampleAuto, 1, example,
          "A fully valid float Vec tile of 16 x 16 is multiplied by 2, nothing being placed by hand.",
          "example/tmuls/auto"),
    shown("tmuls/example-manual/1", kPage, kExampleManual, 1, example,
          "The same product, source and destination being first assigned to addresses.", "example/tmuls/manual"),

    outside("tmuls/assembly-auto/1", kPage, kAuto, 1, scope,
            "In automatic mode, compiler and run time see to placement and scheduling.", reason::kAutoMode),
    shown("tmuls/assembly-auto/2", kPage, kAuto, 2, assembly_template,
          "In automatic mode the text is that of IR level 1.", reason::kOperandOrder),
    outside("tmuls/assembly-manual/1", kPage, kManual, 1, scope,
            "In manual mode, resources are bound before the instruction.", reason::kManualMode),
    outside("tmuls/assembly-manual/2", kPage, kManual, 2, scope,
            "For tile operands the binding is an optional tassign of each to an address.", reason::kManualMode),
    shown("tmuls/assembly-manual/3", kPage, kManual, 3, assembly_template,
          "In manual mode the text is that of IR level 1.", reason::kOperandOrder),
    shown("tmuls/assembly-form/1", kPage, kForm, 1, assembly_template,
          "The synchronous form, given once more, the scalar again typed f32.", reason::kOperandOrder),
    shown("tmuls/assembly-form/2", kPage, kForm, 2, assembly_template, "The form of IR level 2 (DPS), given once more.",
          reason::kOperandOrder),
};

}  // namespace

std::span<const Rule> tmuls_rules() {
  return kRules;
}

}  // namespace pto_cts::sources
