#include "cli/question_options.h"

#include <cctype>
#include <limits>

#include "classify/grouping.h"
#include "classify/where.h"

namespace heaptrail {

void QuestionOptions::text(std::string_view name, std::string& value, std::string_view sentence, Presence presence) {
  const std::string option = optionFor(name);
  if (option.empty()) return;
  CLI::Option* added = command_.add_option(option, value, std::string(sentence));
  if (!value.empty()) added->capture_default_str();
  added->required(presence == Presence::kRequired);
}

void QuestionOptions::condition(std::string_view name, std::string& value, std::string_view sentence) {
  addUnderstood(name, sentence, [&value](const std::string& text) {
    value = text;
    return text.empty() ? Status() : checkCondition(text);
  });
}

void QuestionOptions::grouping(std::string_view name, std::string& value, std::string_view sentence) {
  CLI::Option* option = addUnderstood(name, sentence, [&value](const std::string& text) {
    value = text;
    return checkGrouping(text);
  });
  if (option != nullptr) option->default_str(value);
}

void QuestionOptions::flag(std::string_view name, bool& value, std::string_view sentence) {
  const std::string option = optionFor(name);
  if (!option.empty()) command_.add_flag(option, value, std::string(sentence));
}

void QuestionOptions::number(std::string_view name, uint64_t& value, std::string_view sentence) {
  const std::string option = optionFor(name);
  if (!option.empty()) command_.add_option(option, value, std::string(sentence))->capture_default_str();
}

void QuestionOptions::percentage(std::string_view name, double& value, std::string_view sentence) {
  const std::string option = optionFor(name);
  if (option.empty()) return;
  command_.add_option(option, value, std::string(sentence))->check(CLI::Range(0.0, 100.0))->capture_default_str();
}

void QuestionOptions::texts(std::string_view name, std::vector<std::string>& value, ListOf list,
                            std::string_view sentence) {
  const std::string option = optionFor(name);
  if (option.empty()) return;
  addRepeatable(command_, option, value, std::string(sentence) + " (repeatable)")->type_name(std::string(list.item));
}

std::string QuestionOptions::optionFor(std::string_view parameter) const {
  if (const auto named = names_.find(parameter); named != names_.end()) return std::string(named->second);
  std::string option = "--";
  for (const char c : parameter) {
    const bool isCapital = c >= 'A' && c <= 'Z';
    if (isCapital) option += '-';
    option += isCapital ? static_cast<char>(std::tolower(c)) : c;
  }
  return option;
}

CLI::Option* QuestionOptions::addWord(std::string_view name, std::string_view sentence,
                                      const std::vector<std::string>& words,
                                      const std::function<void(const std::string&)>& take) {
  const std::string option = optionFor(name);
  if (option.empty()) return nullptr;
  return command_.add_option_function<std::string>(option, take, std::string(sentence))->check(CLI::IsMember(words));
}

void QuestionOptions::addWords(std::string_view name, std::string_view sentence, const std::vector<std::string>& words,
                               const std::function<void(const std::vector<std::string>&)>& take) {
  const std::string option = optionFor(name);
  if (option.empty()) return;
  command_
      .add_option_function<std::vector<std::string>>(option, take,
                                                     std::string(sentence) + " (several: separated by commas)")
      ->delimiter(',')
      ->check(CLI::IsMember(words));
}

CLI::Option* addRepeatable(CLI::App& command, const std::string& option, std::vector<std::string>& values,
                           const std::string& sentence) {
  return command.add_option(option, values, sentence)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void addTop(CLI::App& command, uint64_t& limit, uint64_t atFirst, const std::string& sentence) {
  limit = atFirst;
  command
      .add_option_function<uint64_t>(
          "--top", [&limit](const uint64_t& top) { limit = top == 0 ? std::numeric_limits<uint64_t>::max() : top; },
          sentence + " (0: all)")
      ->default_str(std::to_string(atFirst));
}

}  // namespace heaptrail
