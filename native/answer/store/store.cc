#include <fmt/format.h>

#include "answer/shared/write_parts.h"
#include "answer/store/store_question.h"

namespace heaptrail {

Result<StoreAnswer> ask(OpenedTrace& trace, const StoreQuestion&, Progress& progress) {
  const Result<uint64_t> bytes = trace.store(progress);
  if (!bytes) return std::unexpected(bytes.error());
  return StoreAnswer{*bytes};
}

std::string write(const StoreAnswer& answer, Form form) {
  if (form != Form::kJson) return fmt::format("{}\n", answer.bytes);
  JsonWriter json = beginAnswer();
  json.member("bytes", answer.bytes);
  return endAnswer(std::move(json));
}

}  // namespace heaptrail
