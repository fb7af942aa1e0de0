#include "answer/question_schema.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "answer/question_list.h"
#include "classify/property_list.h"
#include "text/json_writer.h"
#include "text/words.h"

namespace heaptrail {

namespace {

/// Writes each parameter of one question (answer/shared/parameters.h).
class ParameterSchemas {
 public:
  explicit ParameterSchemas(JsonWriter& json) : json_(json) {}

  void text(std::string_view name, const std::string& value, std::string_view sentence,
            Presence presence = Presence::kOptional) {
    begin(name, "string", sentence, presence);
    if (!value.empty()) json_.member("default", value);
    json_.endObject();
  }
  void condition(std::string_view name, const std::string& value, std::string_view sentence) {
    text(name, value, sentence);
  }
  void grouping(std::string_view name, const std::string& value, std::string_view sentence) {
    text(name, value, sentence);
  }
  template <typename Id>
  void objectId(std::string_view name, const Id&, std::string_view sentence, Presence presence = Presence::kOptional) {
    begin(name, "string", sentence, presence);
    json_.member("pattern", "^(0[xX][0-9a-fA-F]+|[0-9]+)$").endObject();
  }
  void flag(std::string_view name, bool value, std::string_view sentence) {
    begin(name, "boolean", sentence);
    json_.member("default", value).endObject();
  }
  void number(std::string_view name, uint64_t value, std::string_view sentence) {
    begin(name, "integer", sentence);
    json_.member("minimum", 0).member("maximum", kMaxExactInteger).member("default", value).endObject();
  }
  void percentage(std::string_view name, double value, std::string_view sentence) {
    begin(name, "number", sentence);
    json_.member("minimum", 0).member("maximum", 100).member("default", value).endObject();
  }
  template <HasWords Enum>
  void word(std::string_view name, const Enum& value, std::string_view sentence,
            Presence presence = Presence::kOptional) {
    begin(name, "string", sentence, presence);
    oneOf(listOfWords<Enum>());
    // What must be said has no default.
    if (presence == Presence::kOptional) json_.member("default", toString(value));
    json_.endObject();
  }
  template <HasWords Enum>
  void word(std::string_view name, const std::optional<Enum>&, std::string_view sentence) {
    begin(name, "string", sentence);
    oneOf(listOfWords<Enum>());
    json_.endObject();
  }
  template <HasWords Enum>
  void words(std::string_view name, const std::vector<Enum>&, std::string_view sentence) {
    begin(name, "array", sentence);
    json_.key("items").beginObject().member("type", "string");
    oneOf(listOfWords<Enum>());
    json_.endObject().endObject();
  }
  void texts(std::string_view name, const std::vector<std::string>&, ListOf list, std::string_view sentence) {
    begin(name, "array", sentence);
    json_.key("items").beginObject().member("type", "string").endObject();
    if (list.max > 0) json_.member("maxItems", list.max);
    json_.endObject();
  }
  void files(std::string_view name, const std::vector<DescriptionTexts::File>&, std::string_view sentence) {
    begin(name, "array", sentence);
    json_.key("items").beginObject().member("type", "object").key("properties").beginObject();
    for (const char* part : {"name", "text"}) json_.key(part).beginObject().member("type", "string").endObject();
    json_.endObject();
    writeNames("required", {"name", "text"});
    json_.endObject().endObject();
  }

  const std::vector<std::string>& required() const { return required_; }

  void writeNames(std::string_view key, const std::vector<std::string>& names) {
    json_.key(key).beginArray();
    for (const std::string& name : names) json_.value(name);
    json_.endArray();
  }

 private:
  static constexpr uint64_t kMaxExactInteger = (uint64_t{1} << 53) - 1;  // in JavaScript

  void begin(std::string_view name, std::string_view type, std::string_view sentence,
             Presence presence = Presence::kOptional) {
    if (presence == Presence::kRequired) required_.emplace_back(name);
    json_.key(name).beginObject().member("type", type).member("description", sentence);
  }
  void oneOf(const std::vector<std::string>& words) { writeNames("enum", words); }

  JsonWriter& json_;
  std::vector<std::string> required_;
};

class QuestionSchemas {
 public:
  explicit QuestionSchemas(JsonWriter& json) : json_(json) {}

  template <typename Question>
  void question() {
    json_.key(Question::kName).beginObject().member("type", "object").member("description", Question::kSentence);
    json_.key("properties").beginObject();
    ParameterSchemas parameters(json_);
    const Question withDefaults;
    Question::fields(parameters, withDefaults);
    json_.endObject();
    if (!parameters.required().empty()) parameters.writeNames("required", parameters.required());
    json_.member("additionalProperties", false).endObject();
  }

 private:
  JsonWriter& json_;
};

/// What groupings and conditions are made of.
void writeProperties(JsonWriter& json) {
  json.key("objectProperties").beginArray();
  for (const Property* property : allProperties()) {
    json.beginObject().member("name", property->name()).member("description", property->sentence());
    json.member("inGroupings", toString(property->inGroupings()));
    json.key("options").beginArray();
    for (const PropertyOption& option : property->options()) {
      json.beginObject().member("word", option.word).member("description", option.sentence).endObject();
    }
    json.endArray().member("comparedWith", toString(property->operand())).key("words").beginArray();
    for (const std::string_view word : property->words()) json.value(word);
    json.endArray().endObject();
  }
  json.endArray();
}

}  // namespace

std::string questionSchema() {
  JsonWriter json;
  json.beginObject().member("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.member("title", "What Heaptrail can be asked about a trace").key("$defs").beginObject();
  QuestionSchemas questions(json);
  forEachQuestion(questions);
  json.endObject();
  writeProperties(json);
  json.endObject();
  return std::move(json).take();
}

}  // namespace heaptrail
