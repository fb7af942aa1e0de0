// The forms of what was asked about descriptions in view of a trace.
#include "answer/descriptions/descriptions_question.h"
#include "answer/shared/write_growth_parts.h"
#include "answer/shared/write_parts.h"

namespace heaptrail {

std::string write(const DescribeAnswer& answer, Form) {
  JsonWriter json = beginAnswer();
  json.member("types", answer.types).member("heads", answer.heads);
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

std::string write(const ProposalAnswer& answer, Form form) {
  if (form != Form::kJson) return answer.text;
  JsonWriter json = beginAnswer();
  json.member("text", answer.text);
  return endAnswer(std::move(json));
}

std::string write(const InferredAnswer& answer, Form form) {
  if (form != Form::kJson) return answer.text;
  JsonWriter json = beginAnswer();
  writeWindow(json, answer.window);
  json.member("text", answer.text);
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

}  // namespace heaptrail
