// SPDX-License-Identifier: MIT
#include "pto_cts/smt/domain_script.h"

#include "lower.h"
#include "meaning.h"
#include "pto_cts/smt/world.h"

namespace pto_cts::smt {
namespace {

std::string definition(const std::string& name, const std::string& formula) {
  return "(define-fun " + symbol(name) + " () Bool " + formula + ")\n";
}

// Rules of one kind that take part on a profile.
struct Rules {
  std::vector<std::string> names;  // Symbols of those that read no contents.
  std::string data;                // Ids of the others.
};

template <typename List>
Rules rules_on(const List& list, Profile profile, Literal (*literal)(const typename List::value_type&)) {
  Rules rules;
  for (const auto& one : list) {
    if (!takes_part(one.scope, profile)) continue;
    if (one.phase == terms::Phase::data) rules.data += (rules.data.empty() ? "" : " ") + one.id;
    else rules.names.push_back(symbol(literal(one).name));
  }
  return rules;
}

// Some rule is broken.
std::string broken(const Rules& rules) {
  std::string all = "(and true";
  for (const std::string& name : rules.names) all += " " + name;
  return negation_of(all + ")");
}

class Script {
 public:
  Script(const terms::Instruction& instruction, Profile profile)
      : instruction_(instruction), profile_(profile), lowering_(instruction, integers(instruction)) {}

  std::string text() {
    const std::string profile(name(profile_));
    std::string all = "; The legal domain of " + instruction_.mnemonic + " on " + profile + ".\n" +
                      "; Give each declared constant the field of that name of a tuple; texts such as \"f32\" are constants such\n"
                      "; as |dtype f32|. Then exactly one of |legal|, |illegal| and |target-defined| holds. The broken clauses of an\n"
                      "; illegal tuple are the |clause ...| that do not hold. Rules that read contents are named below and left out.\n"
                      "(set-info :smt-lib-version 2.6)\n(set-logic QF_NIA)\n";
    all += info("instruction", instruction_.mnemonic) + info("profile", profile);
    all += info("data-clauses", clauses(profile_).data) + info("data-core", core(profile_).data);
    all += integer_declarations(instruction_) + integer_definitions(instruction_);
    for (const terms::Clause& one : instruction_.clauses) rule(one, World::clause(one));
    for (const terms::CoreCondition& one : instruction_.core) rule(one, World::core(one));
    return all + rules_ + verdict();
  }

 private:
  static std::string info(const std::string& key, const std::string& value) {
    return "(set-info :" + key + " \"" + value + "\")\n";
  }

  Rules clauses(Profile profile) const { return rules_on(instruction_.clauses, profile, &World::clause); }
  Rules core(Profile profile) const { return rules_on(instruction_.core, profile, &World::core); }

  template <typename Rule>
  void rule(const Rule& one, const Literal& literal) {
    if (one.phase != terms::Phase::data && takes_part(one.scope, profile_))
      rules_ += definition(literal.name, lowering_.boolean(one.predicate.tree()));
  }

  std::string verdict() const {
    const std::string neither = definition("target-defined", "(not (or |legal| |illegal|))");
    if (profile_ != Profile::cpu_sim)
      return definition("illegal", broken(clauses(profile_))) + definition("outside-core", broken(core(profile_))) +
             definition("legal", "(not (or |illegal| |outside-core|))") + neither;
    // Both devices decide.
    std::string all;
    for (const Profile device : {Profile::a2a3, Profile::a5}) {
      const std::string on = " on " + std::string(name(device));
      all += definition("illegal" + on, broken(clauses(device))) + definition("outside-core" + on, broken(core(device)));
    }
    return all + definition("illegal", "(and |illegal on a2a3| |illegal on a5|)") +
           definition("legal", "(not (or |illegal on a2a3| |illegal on a5| |outside-core on a2a3| |outside-core on a5|))") + neither;
  }

  const terms::Instruction& instruction_;
  Profile profile_;
  Lowering lowering_;
  std::string rules_;
};

}  // namespace

std::string domain_script(const terms::Instruction& instruction, Profile profile) { return Script(instruction, profile).text(); }

}  // namespace pto_cts::smt
