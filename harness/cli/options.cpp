// SPDX-License-Identifier: MIT
#include "options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <type_traits>

#include "command.h"

namespace pto_cts::cli {
namespace {

// The library's own reading of whole numbers takes a sign, clips and reads octal.
std::string to_plain_number(std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return "'" + text + "' is no whole number below 2^64";
  text = std::to_string(value);
  return {};
}

std::string words_of(const Bounds& bounds) {
  if (bounds.least == kPositive.least) return "positive number";
  if (bounds.most == kAny.most) return fmt::format("number of at least {}", bounds.least);
  return fmt::format("number from {} to {}", bounds.least, bounds.most);
}

CLI::Validator within(const Bounds& bounds) {
  const auto check = [bounds](const std::string& text) -> std::string {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool read = error == std::errc() && end == text.data() + text.size();
    if (read && value >= bounds.least && value <= bounds.most) return {};
    return fmt::format("'{}' is no {}", text, words_of(bounds));
  };
  return CLI::Validator(check, words_of(bounds));
}

template <typename Value>
void add(CLI::App& command, const Option& row, Value* value) {
  constexpr bool is_list = std::is_same_v<Value, std::vector<std::string>>;
  CLI::Option* option = nullptr;
  if constexpr (std::is_same_v<Value, bool>)
    option = command.add_flag(row.name, *value, row.help);
  else
    option = command.add_option(row.name, *value, row.help);
  if constexpr (is_list)
    if (row.name.starts_with('-')) option->delimiter(',');
  if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>)
    if (row.bounds.least != kAny.least) option->check(within(row.bounds));
  if constexpr (std::is_same_v<Value, std::uint64_t>) option->transform(CLI::Validator(to_plain_number, "NUMBER"));
  // Else an unset variable of a script would mean that the option is not there.
  if constexpr (std::is_same_v<Value, std::string>)
    if (value->empty()) option->check([](const std::string& text) { return std::string(text.empty() ? "is empty: leave it away, or give a value" : ""); });
  if (*value != Value()) option->capture_default_str();
  option->required(row.required);
  if (row.given) option->each([given = row.given](const std::string&) { *given = true; });
  if (!row.excludes.empty()) option->excludes(command.get_option(row.excludes));
}

}  // namespace

void add_options(Command& command, std::vector<Option> more) {
  command.options.insert(command.options.end(), more.begin(), more.end());
}

int run_command(int argc, char** argv, const std::vector<Command>& commands) {
  CLI::App app{"Conformance and differential test suite for the PTO tile ISA", "pto-cts"};
  app.set_version_flag("--version", PTO_CTS_VERSION);
  app.require_subcommand(1);
  int status = kConforms;
  for (const Command& command : commands) {
    CLI::App* described = app.add_subcommand(command.name, command.summary);
    for (const Option& row : command.options) std::visit([&](auto* value) { add(*described, row, value); }, row.place);
    described->callback([&status, &command] { status = command.run(); });
  }
  const std::string first = argc > 1 ? argv[1] : "";
  const auto is_first = [&first](const Command& command) { return command.name == first; };
  if (!first.empty() && first[0] != '-' && std::ranges::none_of(commands, is_first))
    throw UsageError("unknown command '" + first + "'; see --help");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw UsageError(std::string(error.what()) + "; see --help");
    return app.exit(error);
  }
  return status;
}

}  // namespace pto_cts::cli
