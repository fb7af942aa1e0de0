#include "growth/program_lines.h"

#include <algorithm>
#include <tuple>

#include "growth/place_names.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

/// What says nothing to someone who looks for a line: constructors less than others, and code without lines nothing, as
/// that of lambdas' classes is.
int strangeness(const Frame& frame) {
  if (frame.line == 0) return 2;
  return frame.method == "<init>" ? 1 : 0;
}

/// A lambda's code stands in the method that it is written in.
bool isSameLine(const Frame& a, const Frame& b) {
  return a.line == b.line && a.className == b.className && a.file == b.file &&
         methodAsWritten(a.method) == methodAsWritten(b.method);
}

/// The innermost of those that count, strange ones only where there is nothing else.
template <typename Counts>
const Frame* innermost(const std::vector<Frame>& frames, Counts&& counts) {
  const Frame* found = nullptr;
  for (const Frame& frame : frames) {
    if (counts(frame) && (found == nullptr || strangeness(frame) < strangeness(*found))) found = &frame;
  }
  return found;
}

}  // namespace

const Frame* programFrame(const std::vector<Frame>& frames, const OwnPackages& own, std::string_view type,
                          std::string_view container) {
  const Frame* found = innermost(frames, [&](const Frame& frame) { return own.has(frame.className); });
  if (found != nullptr) return found;
  return innermost(frames, [&](const Frame& frame) {
    const std::string_view library = libraryOf(frame.className);
    return !isOfJdk(frame.className) && library != libraryOf(type) && library != libraryOf(container);
  });
}

void ProgramLines::add(ObjectIndex object) {
  const SiteId site = heap_.siteOf(object);
  if (!site.exists()) return;
  const TypeId type = heap_.typeOf(object);
  const double bytes = heap_.sampleWeight(object) * static_cast<double>(heap_.shallowBytes(object, type));
  ++samples_;
  bytes_ += bytes;
  Known& known = frameOfSite_[site.value()];
  if (!known.looked) {
    known = {true, programFrame(heap_.symbols()[site].frames, own_, heap_.symbols()[type].name, container_)};
  }
  if (known.frame == nullptr) return;
  const auto same = std::ranges::find_if(counted_, [&](const Counted& line) {
    return line.frame == known.frame || isSameLine(*line.frame, *known.frame);
  });
  Counted& line = same == counted_.end() ? counted_.emplace_back(Counted{known.frame}) : *same;
  line.bytes += bytes;
  ++line.samples;
}

std::vector<ProgramLine> ProgramLines::lines() const {
  std::vector<ProgramLine> lines;
  for (const Counted& line : counted_) {
    lines.push_back({*line.frame, bytes_ > 0 ? line.bytes / bytes_ : 0, line.samples});
  }
  std::ranges::stable_sort(lines, {}, [&](const ProgramLine& line) {
    return std::tuple(!own_.has(line.frame.className), -line.share, line.frame.className, line.frame.line);
  });
  return lines;
}

}  // namespace heaptrail
