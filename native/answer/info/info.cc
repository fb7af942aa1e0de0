#include <algorithm>
#include <functional>
#include <utility>

#include "answer/info/info_question.h"
#include "base/try.h"

namespace heaptrail {

Result<InfoAnswer> ask(OpenedTrace& trace, const InfoQuestion& question, Progress& progress) {
  InfoAnswer answer;
  answer.trace = trace.trace().info();
  answer.among = trace.among();
  answer.collections = trace.trace().timeline().collections.size();
  answer.followWeak = trace.options().weak == WeakReferences::kKeepAlive;
  answer.warnings = trace.trace().warnings();
  // What there is to say without a heap is said, unless one was asked for.
  if (trace.trace().timeline().points.empty() && question.at == kSuggestedPoint) return answer;
  const PointIndex at = TRY(trace.point(question.at));
  const auto summary = TRY(trace.at(at).summary(progress));
  const HeapSummary& s = *summary;
  answer.runtime = s.runtime;
  answer.live = sumOf(s.live);
  answer.point = trace.toAnswer(at, answer.live);
  answer.unreachable = sumOf(s.unreachable);
  answer.references = s.references;
  answer.missingObjects = s.missingObjects;
  std::vector<GroupRow> all = s.live;
  all.insert(all.end(), s.unreachable.begin(), s.unreachable.end());
  answer.types = mergedByName(std::move(all)).size();
  answer.threads = s.threads;
  for (size_t kind = 0; kind < s.roots.size(); ++kind) {
    if (s.roots[kind] > 0) answer.roots.push_back({static_cast<RootKind>(kind), s.roots[kind]});
  }
  std::ranges::stable_sort(answer.roots, std::ranges::greater{}, &InfoAnswer::Roots::count);
  answer.warnings.insert(answer.warnings.end(), s.warnings.begin(), s.warnings.end());
  return answer;
}

}  // namespace heaptrail
