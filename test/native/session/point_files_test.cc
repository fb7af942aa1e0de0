// Dumps opened together are one trace, whose points people know by their files.
#include <gtest/gtest.h>

#include <filesystem>

#include "session/opened_trace.h"
#include "support/temporary_folder.h"
#include "trace/hprof/hprof_builder.h"

namespace heaptrail {
namespace {

using namespace test;

std::vector<uint8_t> smallDump() {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  dump.beginSegment().instance(0x800, object, {}).root(0xff, 0x800).endSegment();
  return dump.content();
}

std::vector<std::string> filesOfPoints(const std::vector<std::string>& paths) {
  Progress progress;
  const Result<std::unique_ptr<OpenedTrace>> trace = OpenedTrace::open(paths, {}, progress);
  if (!trace) return {trace.error().describe()};
  std::vector<std::string> files;
  for (uint32_t i = 0; i < paths.size(); ++i) files.push_back((*trace)->toAnswer(PointIndex(i), {}).file);
  return files;
}

TEST(PointFiles, OfSeveralDumpsEachPointTellsItsFile) {
  const TemporaryFolder folder;
  put(folder / "monday.hprof", smallDump());
  put(folder / "friday.hprof", smallDump());
  EXPECT_EQ(filesOfPoints({folder / "monday.hprof", folder / "friday.hprof"}),
            (std::vector<std::string>{"monday.hprof", "friday.hprof"}));
  EXPECT_EQ(filesOfPoints({folder / "monday.hprof"}), std::vector<std::string>{""});
}

TEST(PointFiles, FilesOfOneNameAreToldApartByTheirFolders) {
  const TemporaryFolder folder;
  for (const char* day : {"monday", "friday"}) {
    std::filesystem::create_directory(folder / day);
    put(folder / day + "/heap.hprof", smallDump());
  }
  EXPECT_EQ(filesOfPoints({folder / "monday/heap.hprof", folder / "friday/heap.hprof"}),
            (std::vector<std::string>{"monday/heap.hprof", "friday/heap.hprof"}));
}

}  // namespace
}  // namespace heaptrail
