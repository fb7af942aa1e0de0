#include "addon/arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "answer/shared/object_answers.h"
#include "classify/grouping.h"
#include "classify/where.h"

namespace heaptrail::addon {

void Arguments::text(std::string_view name, std::string& value, std::string_view, Presence presence) {
  const auto found = given(name, presence);
  if (!found) return;
  if (found->IsString()) {
    value = found->As<Napi::String>();
  } else {
    expected(name, "a string");
  }
}

void Arguments::condition(std::string_view name, std::string& value, std::string_view sentence) {
  text(name, value, sentence);
  if (value.empty()) return;
  if (const Status sound = checkCondition(value); !sound) note(sound.error());
}

void Arguments::grouping(std::string_view name, std::string& value, std::string_view sentence) {
  text(name, value, sentence);
  if (const Status sound = checkGrouping(value); !sound) note(sound.error());
}

void Arguments::objectId(std::string_view name, uint64_t& value, std::string_view sentence, Presence presence) {
  std::string id;
  text(name, id, sentence, presence);
  if (!isGiven(name)) return;
  if (const Result<uint64_t> found = parseObjectId(id)) {
    value = *found;
  } else {
    note(found.error());
  }
}

void Arguments::objectId(std::string_view name, std::optional<uint64_t>& value, std::string_view sentence) {
  uint64_t id = 0;
  objectId(name, id, sentence);
  if (isGiven(name)) value = id;
}

void Arguments::flag(std::string_view name, bool& value, std::string_view) {
  const auto found = given(name);
  if (!found) return;
  if (found->IsBoolean()) {
    value = found->As<Napi::Boolean>();
  } else {
    expected(name, "true or false");
  }
}

void Arguments::number(std::string_view name, uint64_t& value, std::string_view) {
  const auto found = given(name);
  if (!found) return;
  constexpr double kExactIntegers = 9007199254740992;  // 2^53
  const double number = found->IsNumber() ? double{found->As<Napi::Number>()} : -1;
  if (number >= 0 && number < kExactIntegers && number == static_cast<double>(static_cast<uint64_t>(number))) {
    value = static_cast<uint64_t>(number);
  } else {
    expected(name, "a whole number that is not negative");
  }
}

void Arguments::percentage(std::string_view name, double& value, std::string_view) {
  const auto found = given(name);
  if (!found) return;
  const double number = found->IsNumber() ? double{found->As<Napi::Number>()} : -1;
  if (number >= 0 && number <= 100) {
    value = number;
  } else {
    expected(name, "a number from 0 to 100");
  }
}

void Arguments::texts(std::string_view name, std::vector<std::string>& value, ListOf, std::string_view,
                      Presence presence) {
  for (const Napi::Value& entry : list(name, "a list of strings", presence)) {
    if (entry.IsString()) {
      value.push_back(entry.As<Napi::String>());
    } else {
      expected(name, "a list of strings");
    }
  }
}

void Arguments::files(std::string_view name, std::vector<DescriptionTexts::File>& value, std::string_view) {
  for (const Napi::Value& entry : list(name, "a list of files")) {
    const Napi::Object file = entry.IsObject() ? entry.As<Napi::Object>() : Napi::Object::New(entry.Env());
    const Napi::Value path = file.Get("name");
    const Napi::Value text = file.Get("text");
    if (path.IsString() && text.IsString()) {
      value.push_back({path.As<Napi::String>(), text.As<Napi::String>()});
    } else {
      expected(name, "a list of files with name and text");
    }
  }
}

std::optional<Error> Arguments::problem() const {
  if (problem_) return problem_;
  const Napi::Array names = object_.GetPropertyNames();
  for (uint32_t i = 0; i < names.Length(); ++i) {
    const Napi::Value key = names.Get(i);
    const std::string name = key.ToString();
    if (std::ranges::find(declared_, name) == declared_.end() && isGiven(name)) {
      return Error{ErrorKind::kUsage,
                   fmt::format("there is no parameter \"{}\"; expected one of {}", name, alternatives(declared_))};
    }
  }
  return std::nullopt;
}

std::optional<Napi::Value> Arguments::given(std::string_view name, Presence presence) {
  declared_.emplace_back(name);
  const Napi::Value value = object_.Get(std::string(name));
  if (!value.IsUndefined()) return value;
  if (presence == Presence::kRequired) note({ErrorKind::kUsage, fmt::format("\"{}\" is missing", name)});
  return std::nullopt;
}

std::vector<Napi::Value> Arguments::list(std::string_view name, std::string_view what, Presence presence) {
  std::vector<Napi::Value> entries;
  const auto found = given(name, presence);
  if (!found) return entries;
  if (!found->IsArray()) {
    expected(name, what);
    return entries;
  }
  const auto array = found->As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); ++i) entries.push_back(array.Get(i));
  return entries;
}

void Arguments::expected(std::string_view name, std::string_view what) {
  note({ErrorKind::kUsage, fmt::format("expected {} as \"{}\"", what, name)});
}

void Arguments::note(const Error& problem) {
  if (!problem_) problem_ = problem;
}

}  // namespace heaptrail::addon
