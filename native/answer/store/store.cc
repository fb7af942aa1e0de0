#include <fmt/format.h>

#include "answer/shared/write_parts.h"
#include "answer/store/store_question.h"
#include "base/try.h"

namespace heaptrail {

Result<StoreAnswer> ask(OpenedTrace& trace, const StoreQuestion&, Progress& progress) {
  const uint64_t bytes = TRY(trace.store(progress));
  return StoreAnswer{bytes};
}

std::string write(const StoreAnswer& answer, Form form) {
  if (form != Form::kJson) return fmt::format("{}\n", answer.bytes);
  JsonWriter json = beginAnswer();
  json.member("bytes", answer.bytes);
  return endAnswer(std::move(json));
}

}  // namespace heaptrail
