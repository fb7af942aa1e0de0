#include "session/opened_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <span>
#include <utility>

#include "base/try.h"
#include "session/description_files.h"
#include "session/kept_growth.h"
#include "session/kept_trend.h"
#include "session/ownership_analysis.h"
#include "trace/open.h"

namespace heaptrail {

namespace {

/// The file's name, with its folder's where another of these files has the same name: dumps are often kept by day.
std::string shortFileName(const std::vector<std::string>& files, size_t index) {
  using Path = std::filesystem::path;
  const Path file = files[index];
  const auto namesakes = std::ranges::count(files, file.filename(), [](const Path& one) { return one.filename(); });
  return namesakes < 2 ? file.filename().string() : (file.parent_path().filename() / file.filename()).string();
}

// The heaps at both ends of a window; others are rebuilt when they are asked for again.
constexpr size_t kMostHeaps = 2;
// All that is kept of groupings at many points.
constexpr uint64_t kMaxTrendBytes = uint64_t{128} << 20;

/// Whether `later` begins with all that `earlier` has. Another recording may have taken the file's name.
bool continues(const Trace& earlier, const Trace& later) {
  const std::vector<Point>& before = earlier.timeline().points;
  const std::vector<Point>& after = later.timeline().points;
  const auto isSame = [](const Point& one, const Point& other) {
    return one.seconds == other.seconds && one.reached == other.reached;
  };
  return earlier.info().startMillis == later.info().startMillis && before.size() <= after.size() &&
         std::ranges::equal(before, std::span(after).first(before.size()), isSame);
}

}  // namespace

OpenedTrace::OpenedTrace(std::unique_ptr<Trace> trace, const OpenOptions& options, OpenedTrace* before)
    : trace_(std::move(trace)), options_(options) {
  descriptions_ = shippedDescriptionSet();
  const bool followWeak = options.weak == WeakReferences::kKeepAlive;
  cache_ = TraceCache(options.cacheFolder, trace_->info().paths, followWeak ? "follow-weak" : "");
  if (before != nullptr) takeOver(*before);
  for (auto i = static_cast<uint32_t>(points_.size()); i < trace_->timeline().points.size(); ++i) {
    points_.push_back(std::make_unique<AnalysedPoint>(*trace_, PointIndex(i), options_, cache_));
  }
  suggestedPoint_ = suggestPoint(trace_->timeline().points);
}
OpenedTrace::~OpenedTrace() = default;

void OpenedTrace::takeOver(OpenedTrace& before) {
  for (const auto& point : before.points_) {
    points_.push_back(std::make_unique<AnalysedPoint>(*trace_, options_, cache_, *point));
  }
  descriptions_ = before.descriptions();
  const std::lock_guard lock(before.recentMutex_);
  recent_ = before.recent_;
  growth_ = before.growth_;
  trends_ = before.trends_;
  visiting_ = before.visiting_;
  ownership_ = before.ownership_;
}

Result<std::unique_ptr<OpenedTrace>> OpenedTrace::open(const std::vector<std::string>& paths,
                                                       const OpenOptions& options, Progress& progress) {
  std::unique_ptr<Trace> trace = TRY(openTrace(paths, progress));
  return std::unique_ptr<OpenedTrace>(new OpenedTrace(std::move(trace), options));
}

Result<std::unique_ptr<OpenedTrace>> OpenedTrace::grown(Progress& progress) {
  std::unique_ptr<Trace> trace = TRY(trace_->grown(progress));
  if (trace == nullptr) return nullptr;
  OpenedTrace* const before = continues(*trace_, *trace) ? this : nullptr;
  return std::unique_ptr<OpenedTrace>(new OpenedTrace(std::move(trace), options_, before));
}

AnalysedPoint& OpenedTrace::at(PointIndex point) {
  const std::lock_guard lock(recentMutex_);
  std::erase(recent_, point);
  recent_.insert(recent_.begin(), point);
  size_t heaps = 0;
  for (const PointIndex recent : recent_) {
    // The one asked for gets its heap, if it has none yet.
    if (recent != point && !points_[recent.value()]->knowsHeap()) continue;
    if (++heaps <= kMostHeaps) continue;
    points_[recent.value()]->forgetHeap();
    if (growth_ != nullptr && (growth_->from == recent || growth_->to == recent)) growth_ = nullptr;
  }
  return *points_[point.value()];
}

PointAnswer OpenedTrace::toAnswer(PointIndex point, Size size) const {
  const std::vector<Point>& points = trace_->timeline().points;
  const Point& told = points[point.value()];
  const std::vector<std::string>& files = trace_->info().paths;
  const bool haveFiles = files.size() > 1 && files.size() == points.size();
  return {point.value(), told.seconds, size, told.atExit, haveFiles ? shortFileName(files, point.value()) : "",
          told.isLight};
}

PointChoice OpenedTrace::among() const {
  const std::vector<Point>& points = trace_->timeline().points;
  return {static_cast<uint32_t>(points.size()), suggestedPoint_, !points.empty() && points.back().atExit};
}

Result<std::vector<PointAnswer>> OpenedTrace::measuredPoints(Progress& progress) {
  std::vector<PointAnswer> measured;
  const std::vector<Point>& points = trace_->timeline().points;
  for (uint32_t i = 0; i < points.size(); ++i) {
    if (points[i].reached) {
      measured.push_back(toAnswer(PointIndex(i), *points[i].reached));
      continue;
    }
    const auto summary = TRY(at(PointIndex(i)).summary(progress));
    measured.push_back(toAnswer(PointIndex(i), sumOf(summary->live)));
  }
  return measured;
}

void OpenedTrace::describeStructures(std::shared_ptr<const dsl::DescriptionSet> descriptions) {
  const std::lock_guard lock(descriptionsMutex_);
  descriptions_ = std::move(descriptions);
}

std::shared_ptr<const dsl::DescriptionSet> OpenedTrace::descriptions() const {
  const std::lock_guard lock(descriptionsMutex_);
  return descriptions_;
}

Result<KnownTypes> OpenedTrace::knownTypes(const std::string& at, bool detect, Progress& progress) {
  const PointIndex index = TRY(point(at));
  AnalysedPoint& point = this->at(index);
  const auto summary = TRY(point.summary(progress));
  const auto analysis = TRY(point.structures(descriptions(), progress));
  KnownTypes known;
  known.point = toAnswer(index, sumOf(summary->live));
  known.types = analysis->types().sharedTypes();
  known.live.resize(known.types->symbols().types.size());
  for (const GroupRow& row : summary->live) {
    const auto types = known.types->named(row.key);
    if (!types.empty()) known.live[types.front().value()] += {row.objects, row.bytes};
  }
  known.warnings = summary->warnings;
  if (!detect) return known;
  const auto structures = TRY(analysis->structures(progress));
  known.tooWide.assign(structures->tooWide().begin(), structures->tooWide().end());
  return known;
}

std::shared_ptr<KeptGrowth> OpenedTrace::keptGrowth(PointIndex from, PointIndex to,
                                                    const std::shared_ptr<const dsl::DescriptionSet>& descriptions,
                                                    const std::vector<std::string>& own) {
  const std::lock_guard lock(recentMutex_);
  if (growth_ == nullptr || growth_->from != from || growth_->to != to || growth_->descriptions != descriptions ||
      growth_->own != own) {
    growth_ = std::make_shared<KeptGrowth>();
    growth_->from = from;
    growth_->to = to;
    growth_->descriptions = descriptions;
    growth_->own = own;
  }
  return growth_;
}

Result<std::shared_ptr<KeptTrend>> OpenedTrace::keptTrend(const GroupsChoice& choice) {
  Grouping grouping = TRY(parseGrouping(choice.by));
  const auto descriptions = this->descriptions();
  std::string key = keyOf(choice, grouping, descriptions.get());
  const std::lock_guard lock(recentMutex_);
  auto found = std::ranges::find(trends_, key, [](const auto& trend) -> const std::string& { return trend->key; });
  if (found == trends_.end()) {
    trends_.push_back(std::make_shared<KeptTrend>(std::move(key), choice, std::move(grouping), descriptions));
    found = trends_.end() - 1;
  }
  std::rotate(trends_.begin(), found, found + 1);
  uint64_t bytes = 0;
  const auto tooMuch = std::ranges::find_if(trends_, [&](const auto& trend) {
    bytes += trend->bytes();
    return bytes > kMaxTrendBytes;
  });
  // The one that is asked for stays, whatever it takes.
  if (tooMuch != trends_.end()) trends_.erase(std::max(tooMuch, trends_.begin() + 1), trends_.end());
  return trends_.front();
}

std::shared_ptr<KeptOwnership> OpenedTrace::keptOwnership() {
  const auto descriptions = this->descriptions();
  const std::lock_guard lock(recentMutex_);
  if (ownership_ == nullptr || ownership_->descriptions() != descriptions) {
    ownership_ = std::make_shared<KeptOwnership>(descriptions);
  }
  return ownership_;
}

Result<uint64_t> OpenedTrace::store(Progress& progress) {
  if (!cache_.exists()) return 0;
  for (const auto& point : points_) {
    TRY(point->store(progress));
  }
  cache_.trim(options_.mostCacheBytes);
  return cache_.bytes();
}

Result<PointIndex> OpenedTrace::point(const std::string& text) const {
  const std::vector<Point>& points = trace_->timeline().points;
  if (points.empty()) return usageError("this trace has no point at which the heap could be rebuilt");
  const auto last = static_cast<uint32_t>(points.size() - 1);
  if (text == kSuggestedPoint) return PointIndex(suggestedPoint_->index);
  if (text == "first") return PointIndex(0);
  if (text == "last") return PointIndex(last);
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, number);
  if (problem == std::errc() && rest != text.data()) {
    if (rest == end && number >= 0 && number <= last && number == static_cast<uint32_t>(number)) {
      return PointIndex(static_cast<uint32_t>(number));
    }
    if (rest + 1 == end && *rest == 's') {
      const auto nearest =
          std::ranges::min_element(points, {}, [number](const Point& p) { return std::abs(p.seconds - number); });
      return PointIndex(static_cast<uint32_t>(nearest - points.begin()));
    }
  }
  return usageError(
      fmt::format("\"{}\" is no point of this trace: expected a number from 0 to {}, first, last, suggested, or a time "
                  "such as 12.5s",
                  text, last));
}

}  // namespace heaptrail
