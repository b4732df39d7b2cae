// SPDX-License-Identifier: MIT
// The rules of each page, and the reasons that several pages share.
#pragma once

#include <span>
#include <string_view>

#include "pto_cts/sources/rules.h"

namespace pto_cts::sources {

std::span<const Rule> tile_operand_rules();
std::span<const Rule> tfillpad_rules();
std::span<const Rule> tmuls_rules();
std::span<const Rule> tpartadd_rules();
std::span<const Rule> tgatherb_rules();

// The three ways in which a rule is accounted for.

/// By a clause or the element semantics of the spec.
constexpr Rule held(std::string_view id, std::string_view page, std::string_view section, int ordinal, RuleKind kind,
                    std::string_view paraphrase) {
  return {id, page, section, ordinal, paraphrase, kind};
}

/// By the suite at large; `how` says how, and of an example names its case.
constexpr Rule shown(std::string_view id, std::string_view page, std::string_view section, int ordinal, RuleKind kind,
                     std::string_view paraphrase, std::string_view how) {
  return {id, page, section, ordinal, paraphrase, kind, {}, how};
}

/// By nothing; `why` says what a suite of single instructions lacks for it.
constexpr Rule outside(std::string_view id, std::string_view page, std::string_view section, int ordinal, RuleKind kind,
                       std::string_view paraphrase, std::string_view why) {
  return {id, page, section, ordinal, paraphrase, kind, why, {}};
}

namespace reason {

// Why a rule lies outside.
inline constexpr std::string_view kReference =
    "Refers to another page; whatever that page adds is a secondary source and is cited where the spec uses it.";
inline constexpr std::string_view kFigure = "The page only links the figure, which is not among the seed documents.";
inline constexpr std::string_view kHeader =
    "Where a header declares the call is a matter of the toolchain; it has no effect on any operand tuple or result.";
inline constexpr std::string_view kWaitEvents =
    "Waiting on earlier events orders several instructions; with a single instruction there is nothing to wait for.";
inline constexpr std::string_view kRecordEvent =
    "The returned event matters only to a later instruction that waits for it, and a case holds one instruction.";
inline constexpr std::string_view kAutoMode =
    "Who places and schedules an instruction leaves no trace in the result of one instruction.";
inline constexpr std::string_view kManualMode =
    "Where a tile is placed leaves no trace in the result; the tuple says which operands share storage.";

// How a rule is shown.
inline constexpr std::string_view kOperandOrder =
    "A row of the traceability table: the order of operands stated here is that of the instruction's tuple.";
inline constexpr std::string_view kTemplateSlots =
    "A row of the traceability table: operands and template slots of the instruction's tuple follow this signature.";

}  // namespace reason
}  // namespace pto_cts::sources
