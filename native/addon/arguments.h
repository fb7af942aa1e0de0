// The arguments of a question as JavaScript gives them: a visitor of the question's parameters
// (answer/shared/parameters.h) that reads each into its place. What is not there keeps its default; the first argument
// that is not what was declared, and one that was not declared at all, is the problem.
#pragma once

#include <napi.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/parameters.h"
#include "base/error.h"
#include "session/description_files.h"
#include "text/words.h"

namespace heaptrail::addon {

class Arguments {
 public:
  explicit Arguments(Napi::Object object) : object_(object) {}

  void text(std::string_view name, std::string& value, std::string_view sentence,
            Presence presence = Presence::kOptional);
  void condition(std::string_view name, std::string& value, std::string_view sentence);
  void grouping(std::string_view name, std::string& value, std::string_view sentence);
  void objectId(std::string_view name, uint64_t& value, std::string_view sentence,
                Presence presence = Presence::kOptional);
  void objectId(std::string_view name, std::optional<uint64_t>& value, std::string_view sentence);
  void flag(std::string_view name, bool& value, std::string_view sentence);
  void number(std::string_view name, uint64_t& value, std::string_view sentence);
  void percentage(std::string_view name, double& value, std::string_view sentence);
  void texts(std::string_view name, std::vector<std::string>& value, ListOf list, std::string_view sentence,
             Presence presence = Presence::kOptional);
  void files(std::string_view name, std::vector<DescriptionTexts::File>& value, std::string_view sentence);

  template <HasWords Enum>
  void word(std::string_view name, Enum& value, std::string_view, Presence presence = Presence::kOptional) {
    const auto found = given(name, presence);
    if (found)
      takeWord(name, *found, listOfWords<Enum>(), [&](std::string_view word) { value = *fromWord<Enum>(word); });
  }
  template <HasWords Enum>
  void word(std::string_view name, std::optional<Enum>& value, std::string_view sentence) {
    Enum found{};
    word(name, found, sentence);
    if (isGiven(name)) value = found;
  }
  template <HasWords Enum>
  void words(std::string_view name, std::vector<Enum>& value, std::string_view) {
    for (const Napi::Value& entry : list(name, "a list of words")) {
      takeWord(name, entry, listOfWords<Enum>(),
               [&](std::string_view word) { value.push_back(*fromWord<Enum>(word)); });
    }
  }

  /// To be asked for when all parameters have been read.
  std::optional<Error> problem() const;

 private:
  bool isGiven(std::string_view name) const { return !object_.Get(std::string(name)).IsUndefined(); }
  /// None where it was left out, which is a problem for what is required.
  std::optional<Napi::Value> given(std::string_view name, Presence presence = Presence::kOptional);
  std::vector<Napi::Value> list(std::string_view name, std::string_view what, Presence presence = Presence::kOptional);
  void expected(std::string_view name, std::string_view what);
  void note(const Error& problem);

  template <typename Take>
  void takeWord(std::string_view name, const Napi::Value& found, const std::vector<std::string>& words,
                const Take& take) {
    const std::string text = found.IsString() ? std::string(found.As<Napi::String>()) : std::string();
    for (const std::string& word : words) {
      if (word == text) return take(word);
    }
    expected(name, alternatives(words));
  }

  Napi::Object object_;
  std::vector<std::string> declared_;
  std::optional<Error> problem_;
};

}  // namespace heaptrail::addon
