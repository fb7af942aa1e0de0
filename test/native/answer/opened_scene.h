// A trace of a golden scene (answer/golden), for what the command line does not ask.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "answer/opened_trace.h"

namespace heaptrail::test {

inline std::unique_ptr<OpenedTrace> openedScene(const std::string& scene) {
  const std::string path = HEAPTRAIL_SOURCE "/test/native/answer/golden/" + scene + "/trace.heap.jsonl";
  Result<std::unique_ptr<OpenedTrace>> trace = openedTrace(path, {});
  if (!trace) ADD_FAILURE() << trace.error().describe();
  return trace ? std::move(*trace) : nullptr;
}

/// An answer that must be there.
template <typename Answer>
Answer answered(Result<Answer> answer) {
  if (!answer) ADD_FAILURE() << answer.error().describe();
  return answer ? std::move(*answer) : Answer();
}

}  // namespace heaptrail::test
