// SPDX-License-Identifier: MIT
// Texts, links and marks that several parts of the page use.
#pragma once

#include <cstdint>
#include <kainjow/mustache.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pto_cts/record/result.h"
#include "pto_cts/record/summary.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::reports::html {

using Data = kainjow::mustache::data;

/// UTF-8 in which all is seen: control characters and bytes that are not UTF-8 are written like "\x1b", marks that are
/// invisible or change the direction of writing like "\u202e". A newline stays where `lines` is true.
std::string clean(std::string_view text, bool lines = false);

/// Object, list and text for the template. An empty text or list is false, so that a section tells whether it is there.
Data object();
void set(Data& data, const std::string& key, std::string_view text);
void set(Data& data, const std::string& key, std::uint64_t number);
void set_flag(Data& data, const std::string& key, bool flag);
void set_list(Data& data, const std::string& key, std::vector<Data> items);
void set_lines(Data& data, const std::string& key, std::span<const std::string> lines);  ///< Items are {{.}}.

/// "12,345".
std::string grouped(std::uint64_t number);
/// "1 case", "2,000 cases".
std::string counted(std::uint64_t number, std::string_view noun);

/// "#judgement=fail&instruction=TMULS".
std::string link(std::span<const std::pair<std::string_view, std::string_view>> filter);

/// How a set of cases is marked: a class for its colour, a sign and a word.
struct Mark {
  std::string_view css;
  std::string_view sign;
  std::string_view word;
};
Mark mark_of(record::Judgement judgement);

/// The mark of several cases together: fail where one fails, pass where all pass, "partly" where some do.
Mark mark_of(const record::Counts& counts);

/// "3 of 45 fail", "45 pass", "40 of 45 pass", "45 undecided"; the parts that are not zero, most important first.
std::string counts_text(const record::Counts& counts);

/// Adds one result to the judgement counts; nothing else of the counts is filled.
void add(record::Counts& counts, record::Judgement judgement);

/// "f32" of the cell "legal/f32/ND/...", "u8,u8,u32" of "legal/u8,u8,u32/...", else the first component.
std::string group_of(std::string_view cell);

/// Citations as items with {{cite}} and {{says}}.
std::vector<Data> citations(const std::vector<terms::Cite>& cites);

}  // namespace pto_cts::reports::html
