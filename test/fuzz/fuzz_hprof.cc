// Feeds any bytes to the reader of heap dumps, as a file like the users', and asks everything that can be asked.
//
// What must hold besides not crashing, not hanging and not taking unbounded memory: live and unreachable objects
// together are no more than the plain histogram counts, and an error has a message.
#include <cstdint>
#include <string>

#include "answer/question_list.h"
#include "memory_file.h"

namespace {

using heaptrail::Counted;
using heaptrail::HeapAnswer;
using heaptrail::InfoQuestion;
using heaptrail::OpenedTrace;
using heaptrail::Progress;
using heaptrail::Result;
using heaptrail::fuzz::MemoryFile;
using heaptrail::fuzz::require;

Result<HeapAnswer> heap(OpenedTrace& trace, Counted counted) {
  heaptrail::HeapQuestion question;
  question.counted = counted;
  Progress progress;
  return ask(trace, question, progress);
}

void askEverything(OpenedTrace& trace) {
  const auto all = heap(trace, Counted::kAll);
  const auto live = heap(trace, Counted::kLive);
  const auto unreachable = heap(trace, Counted::kUnreachable);
  require(live.has_value() == unreachable.has_value(), "both parts of a heap can be read, or none");
  if (all && live) {
    // Fewer, if the file has an object twice: the plain histogram does not remember which ones it has seen.
    require(live->total.objects + unreachable->total.objects <= all->total.objects, "no object counts twice");
  }
  Progress progress;
  const auto info = ask(trace, InfoQuestion{}, progress);
  require(info.has_value() == live.has_value(), "info tells what the heap tells");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const MemoryFile file({data, size});
  for (const auto weak : {heaptrail::WeakReferences::kDoNotKeepAlive, heaptrail::WeakReferences::kKeepAlive}) {
    heaptrail::OpenOptions options;
    options.weak = weak;
    options.threads = heaptrail::Threads(1);
    heaptrail::Progress progress;
    const auto trace = OpenedTrace::open({file.path()}, options, progress);
    if (trace) {
      askEverything(**trace);
    } else {
      require(!trace.error().describe().empty(), "an error has a message");
    }
  }
  return 0;
}
