// The parameters of a question as options of a command: a visitor (answer/shared/parameters.h) that adds one for each.
// The parameter `mostPaths` is the option `--most-paths`, with the sentence, the words and the default that were
// declared.
//
// A command has options of its own beside these, and may give a parameter in another way: then it names the option
// itself, or says that there is none.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/object_answers.h"
#include "answer/shared/parameters.h"
#include "base/error.h"
#include "base/try.h"
#include "text/words.h"

namespace heaptrail {

/// By parameter, what its option is called where that is not what its name says. A name without dashes is that of an
/// argument without an option; kNoOption stands for none.
using OptionNames = std::map<std::string_view, std::string_view>;
inline constexpr std::string_view kNoOption;

/// Adds the options of a question, which must live as long as the command. What can only be understood after all
/// arguments have been read (an object's id, a condition) is noted in `problem`, the first of several.
class QuestionOptions {
 public:
  QuestionOptions(CLI::App& command, std::optional<Error>& problem, OptionNames names)
      : command_(command), problem_(problem), names_(std::move(names)) {}

  void text(std::string_view name, std::string& value, std::string_view sentence,
            Presence presence = Presence::kOptional);
  void condition(std::string_view name, std::string& value, std::string_view sentence);
  void grouping(std::string_view name, std::string& value, std::string_view sentence);
  void flag(std::string_view name, bool& value, std::string_view sentence);
  void number(std::string_view name, uint64_t& value, std::string_view sentence);
  void percentage(std::string_view name, double& value, std::string_view sentence);
  void texts(std::string_view name, std::vector<std::string>& value, ListOf list, std::string_view sentence);

  /// `Id` is a number, or one that may be missing.
  template <typename Id>
  void objectId(std::string_view name, Id& value, std::string_view sentence, Presence = Presence::kOptional) {
    addUnderstood(name, sentence, [&value](const std::string& text) -> Status {
      value = TRY(parseObjectId(text));
      return {};
    });
  }
  template <HasWords Enum>
  void word(std::string_view name, Enum& value, std::string_view sentence) {
    const auto take = [&value](const std::string& word) { value = *fromWord<Enum>(word); };
    CLI::Option* option = addWord(name, sentence, listOfWords<Enum>(), take);
    if (option != nullptr) option->default_str(std::string(toString(value)));
  }
  template <HasWords Enum>
  void word(std::string_view name, std::optional<Enum>& value, std::string_view sentence) {
    addWord(name, sentence, listOfWords<Enum>(), [&value](const std::string& word) { value = fromWord<Enum>(word); });
  }
  template <HasWords Enum>
  void words(std::string_view name, std::vector<Enum>& value, std::string_view sentence) {
    addWords(name, sentence, listOfWords<Enum>(), [&value](const std::vector<std::string>& words) {
      for (const std::string& word : words) value.push_back(*fromWord<Enum>(word));
    });
  }

 private:
  /// Empty where there is to be no option.
  std::string optionFor(std::string_view parameter) const;
  CLI::Option* addWord(std::string_view name, std::string_view sentence, const std::vector<std::string>& words,
                       const std::function<void(const std::string&)>& take);
  void addWords(std::string_view name, std::string_view sentence, const std::vector<std::string>& words,
                const std::function<void(const std::vector<std::string>&)>& take);
  /// For texts that are understood later, when complaints about them are as those about traces.
  template <typename Understand>
  CLI::Option* addUnderstood(std::string_view name, std::string_view sentence, Understand understand) {
    const std::string option = optionFor(name);
    if (option.empty()) return nullptr;
    return command_.add_option_function<std::string>(
        option,
        [understand, &problem = problem_](const std::string& text) {
          if (const Status understood = understand(text); !understood && !problem) problem = understood.error();
        },
        std::string(sentence));
  }

  CLI::App& command_;
  std::optional<Error>& problem_;
  OptionNames names_;
};

template <typename Question>
void addQuestionOptions(CLI::App& command, Question& question, std::optional<Error>& problem, OptionNames names = {}) {
  QuestionOptions options(command, problem, std::move(names));
  Question::fields(options, question);
}

/// An option that may be given several times, with one value each.
CLI::Option* addRepeatable(CLI::App& command, const std::string& option, std::vector<std::string>& values,
                           const std::string& sentence);

/// `--top`, which gives `limit`: so many at first, and all where it is 0.
void addTop(CLI::App& command, uint64_t& limit, uint64_t atFirst, const std::string& sentence);

}  // namespace heaptrail
