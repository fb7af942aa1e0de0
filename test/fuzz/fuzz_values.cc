// Feeds any bytes to the reader of heap dumps, as a file like the users', and asks what users ask. The reader alone is
// fuzz_hprof's subject.
//
// What must hold besides not crashing, not hanging and not taking unbounded memory: live and unreachable objects
// together are no more than the plain histogram counts, an error has a message, and values are read of objects that
// are there: no more of their fields or elements than asked for.
#include <algorithm>
#include <cstdint>
#include <string>

#include "answer/question_list.h"
#include "memory_file.h"

namespace {

using heaptrail::Counted;
using heaptrail::HeapAnswer;
using heaptrail::InfoQuestion;
using heaptrail::ObjectQuestion;
using heaptrail::OpenedTrace;
using heaptrail::Progress;
using heaptrail::Result;
using heaptrail::fuzz::MemoryFile;
using heaptrail::fuzz::require;

/// Few of each input, so that more inputs are tried.
constexpr uint32_t kObjectsRead = 5;

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

/// Of some objects, spread over the heap, what the page about an object shows.
void readValues(OpenedTrace& trace, uint32_t first) {
  Progress progress;
  const auto analysis = trace.at(heaptrail::PointIndex(0)).analysis(progress);
  if (!analysis) return;
  const heaptrail::Heap& heap = (*analysis)->heap();
  const uint32_t step = std::max(heap.objectCount() / kObjectsRead, 1U);
  // Not always the same ones: the first depends on the input.
  for (uint32_t i = first % step; i < heap.objectCount(); i += step) {
    ObjectQuestion question;
    question.object = heap.idOf(heaptrail::ObjectIndex(i)).value();
    question.limit = 10;
    question.offset = i % 3;
    question.referrers = question.dominated = question.path = true;
    const auto answer = ask(trace, question, progress);
    if (!answer) {
      require(!answer.error().describe().empty(), "an error has a message");
      continue;
    }
    require(answer->fields.size() <= question.limit && answer->elements.size() <= question.limit, "pages have a limit");
    require(!write(*answer, heaptrail::Form::kJson).empty(), "an answer can be written");
  }
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
      // Values are the same whatever weak references do.
      if (weak == heaptrail::WeakReferences::kDoNotKeepAlive) readValues(**trace, static_cast<uint32_t>(size));
    } else {
      require(!trace.error().describe().empty(), "an error has a message");
    }
  }
  return 0;
}
