// What is kept of a trace from one run to the next: the same answers without reading the trace again, none of another
// trace, and never a wrong one from files that are not as they were written.
#include "session/trace_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "answer/opened_trace.h"
#include "answer/question_list.h"
#include "support/temporary_folder.h"
#include "trace/hprof/hprof_builder.h"

namespace heaptrail {
namespace {

using namespace test;
namespace fs = std::filesystem;
using Names = std::vector<std::string>;

const Names kParts{"deep-by-type", "dominators", "heap", "retained-by-type", "summary"};

/// A list in a static field, an item that only a weak reference holds, a thread with a local variable, and garbage.
HprofBuilder someDump() {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t reference = dump.addClass("java/lang/ref/Reference", object, {{"referent", 'L'}});
  const uint64_t weak = dump.addClass("java/lang/ref/WeakReference", reference, {});
  const uint64_t thread = dump.addClass("java/lang/Thread", object, {});
  const uint64_t node = dump.addClass("app/Node", object, {{"next", 'L'}, {"data", 'L'}});
  const uint64_t item = dump.addClass("app/Item", object, {{"a", 'J'}});
  const uint64_t cache = dump.addClass("app/Cache", object, {}, {{"first", 'L', 0x100000}});
  dump.frame(0x77, "serve", "Server.java", dump.serialOf(cache), 42);
  dump.stack(5, 9, {0x77});
  dump.beginSegment().root(0x05, cache);
  for (uint64_t i = 0; i < 20; ++i) {
    const uint64_t place = 0x100000 + 256 * i;
    dump.instance(place, node, {i + 1 < 20 ? place + 256 : 0, place + 64});
    dump.primitiveArray(place + 64, 'B', static_cast<uint32_t>(i));
  }
  dump.instance(0x200000, weak, {0x200100}).root(0x01, 0x200000, std::vector<uint8_t>(8)).instance(0x200100, item);
  dump.instance(0x300000, thread).threadObject(0x300000, 9, 5).javaFrame(0x100800, 9, 0);
  return dump.instance(0x400000, item).instance(0x400100, item).endSegment();
}

/// All that a trace answers, and what was done for it.
struct Told {
  std::vector<std::string> answers;
  std::set<std::string> phases;

  bool hasRead() const {
    return phases.contains("Looking through the dump") || phases.contains("Reading objects") ||
           phases.contains("Reading references");
  }
  bool hasComputed() const {
    return phases.contains("Finding dominators") || phases.contains("Computing retained sizes");
  }
};

class Cached : public testing::Test {
 protected:
  Cached() { put(dump_, someDump().content()); }

  std::unique_ptr<OpenedTrace> open(WeakReferences weak = WeakReferences::kDoNotKeepAlive) {
    OpenOptions options;
    options.weak = weak;
    options.cacheFolder = cache_;
    options.mostCacheBytes = mostBytes_;
    auto trace = openedTrace(dump_, options);
    EXPECT_TRUE(trace);
    return trace ? std::move(*trace) : nullptr;
  }

  template <typename T>
  static void add(Told& told, const Result<T>& answer) {
    told.answers.push_back(answer ? write(*answer, Form::kJson) : answer.error().describe());
    EXPECT_TRUE(answer) << told.answers.back();
  }

  static Told askFirstScreen(OpenedTrace& trace) {
    Told told;
    Progress progress([&](const ProgressReport& report) { told.phases.insert(report.phase); });
    add(told, ask(trace, InfoQuestion{}, progress));
    add(told, ask(trace, TimelineQuestion{}, progress));
    for (const Counted counted : {Counted::kLive, Counted::kUnreachable, Counted::kAll}) {
      HeapQuestion question;
      question.counted = counted;
      if (counted == Counted::kLive) question.metrics = {ShownSize::kDeep, ShownSize::kRetained};
      add(told, ask(trace, question, progress));
    }
    return told;
  }

  static Told askEverything(OpenedTrace& trace) {
    Told told = askFirstScreen(trace);
    Progress progress([&](const ProgressReport& report) { told.phases.insert(report.phase); });
    InspectQuestion question;
    question.roots = question.paths = question.objects = true;
    question.closure = SizeMetric::kRetained;
    question.where = "type=app.Node or type=byte[]";
    add(told, ask(trace, question, progress));
    question.order = ObjectOrder::kDeep;
    add(told, ask(trace, question, progress));
    question.where.clear();
    question.object = 0x100900;
    add(told, ask(trace, question, progress));
    return told;
  }

  static uint64_t store(OpenedTrace& trace) {
    Progress progress;
    const auto stored = ask(trace, StoreQuestion{}, progress);
    EXPECT_TRUE(stored) << stored.error().describe();
    return stored ? stored->bytes : 0;
  }

  /// Opens, asks everything and stores it.
  Told fill(WeakReferences weak = WeakReferences::kDoNotKeepAlive) {
    const auto trace = open(weak);
    Told told = askEverything(*trace);
    store(*trace);
    return told;
  }

  Names files() const {
    Names names;
    if (!fs::exists(cache_)) return names;
    for (const auto& entry : fs::directory_iterator(cache_)) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }

  /// The file of a part, where there is one trace in the cache.
  std::string fileOf(const std::string& part) const {
    for (const std::string& name : files()) {
      if (name.ends_with('.' + part + ".heaptrail-cache")) return cache_ + '/' + name;
    }
    return {};
  }

  TemporaryFolder folder_;
  std::string dump_ = folder_ / "app.hprof";
  std::string cache_ = folder_ / "deep/cache";
  uint64_t mostBytes_ = OpenOptions::kMostCacheBytes;
};

TEST_F(Cached, TheSecondOpenAnswersTheSameWithoutReadingTheDump) {
  const Told first = fill();
  EXPECT_TRUE(first.hasRead() && first.hasComputed());
  for (const std::string& part : kParts) EXPECT_NE(fileOf(part), "") << part;
  EXPECT_EQ(files().size(), kParts.size());
  const Told second = askEverything(*open());
  EXPECT_EQ(second.answers, first.answers);
  EXPECT_FALSE(second.hasRead());
  EXPECT_FALSE(second.hasComputed());
}

TEST_F(Cached, TheFirstScreenNeedsNoHeap) {
  fill();
  fs::remove(fileOf("heap"));
  fs::remove(fileOf("dominators"));
  const Told told = askFirstScreen(*open());
  EXPECT_TRUE(told.phases.empty()) << *told.phases.begin();
}

TEST_F(Cached, AnswersAreTheSameAsWithoutACache) {
  const Told cached = fill();
  const std::string folder = std::exchange(cache_, "");
  EXPECT_EQ(askEverything(*open()).answers, cached.answers);
  cache_ = folder;
  EXPECT_EQ(askEverything(*open()).answers, cached.answers);
}

TEST_F(Cached, OnlyWhatIsKnownIsStored) {
  const auto trace = open();
  Progress progress;
  ASSERT_TRUE(ask(*trace, InfoQuestion{}, progress));
  store(*trace);
  EXPECT_NE(fileOf("summary"), "");
  EXPECT_NE(fileOf("heap"), "");
  EXPECT_EQ(fileOf("dominators"), "");
  EXPECT_EQ(fileOf("deep-by-type"), "");
  askEverything(*trace);
  store(*trace);
  EXPECT_EQ(files().size(), kParts.size());
}

TEST_F(Cached, StoringTellsHowManyBytesThereAreAndWritesNothingTwice) {
  const auto trace = open();
  askEverything(*trace);
  const uint64_t stored = store(*trace);
  uint64_t sum = 0;
  for (const std::string& part : kParts) sum += fs::file_size(fileOf(part));
  EXPECT_EQ(stored, sum);
  put(fileOf("heap"), {1, 2, 3});
  EXPECT_LT(store(*trace), sum) << "a part that is there is left alone, whatever it is";
}

TEST_F(Cached, ADumpThatChangedIsReadAgainEvenIfItsTimeIsTheSame) {
  const Told first = fill();
  const auto time = fs::last_write_time(dump_);
  std::vector<uint8_t> content = contentOf(dump_);
  const std::string name = "app/Node";
  const auto place = std::ranges::search(content, name).begin();
  ASSERT_NE(place, content.end());
  place[4] = 'M';
  put(dump_, content);
  fs::last_write_time(dump_, time);
  const Told second = askFirstScreen(*open());
  EXPECT_TRUE(second.hasRead());
  EXPECT_NE(second.answers, first.answers);
  EXPECT_NE(second.answers[2].find("app.Mode"), std::string::npos);
  EXPECT_EQ(second.answers[2].find("app.Node"), std::string::npos);
}

TEST_F(Cached, ADumpWithAnotherTimeIsReadAgain) {
  fill();
  fs::last_write_time(dump_, fs::last_write_time(dump_) + std::chrono::seconds(1));
  EXPECT_TRUE(askFirstScreen(*open()).hasRead());
}

TEST_F(Cached, FollowingWeakReferencesHasPartsOfItsOwn) {
  const Told usual = fill();
  const Told following = fill(WeakReferences::kKeepAlive);
  EXPECT_TRUE(following.hasRead());
  EXPECT_NE(following.answers, usual.answers);
  EXPECT_EQ(files().size(), 2 * kParts.size());
  EXPECT_EQ(askEverything(*open()).answers, usual.answers);
  const Told again = askEverything(*open(WeakReferences::kKeepAlive));
  EXPECT_EQ(again.answers, following.answers);
  EXPECT_FALSE(again.hasRead());
}

/// Each part spoilt in turn by `spoil(path)`: answers stay the same, and the part is written anew.
class Spoilt : public Cached {
 protected:
  template <typename Spoil>
  void expectRepaired(Spoil&& spoil) {
    const Told told = fill();
    for (const std::string& part : kParts) {
      const std::string file = fileOf(part);
      const std::vector<uint8_t> good = contentOf(file);
      spoil(file);
      ASSERT_NE(contentOf(file), good) << part;
      const auto trace = open();
      EXPECT_EQ(askEverything(*trace).answers, told.answers) << part;
      store(*trace);
      EXPECT_EQ(fs::file_size(file), good.size()) << part;
      const Told again = askEverything(*open());
      EXPECT_EQ(again.answers, told.answers) << part;
      EXPECT_FALSE(again.hasRead() || again.hasComputed()) << part;
    }
    EXPECT_EQ(files().size(), kParts.size());
  }
};

TEST_F(Spoilt, DamagedPartsAreIgnoredAndWrittenAnew) {
  expectRepaired([](const std::string& file) {
    std::vector<uint8_t> content = contentOf(file);
    content[content.size() - 20] = static_cast<uint8_t>(content[content.size() - 20] ^ 4);
    put(file, content);
  });
}

TEST_F(Spoilt, TruncatedPartsAreIgnoredAndWrittenAnew) {
  expectRepaired([](const std::string& file) { fs::resize_file(file, fs::file_size(file) * 2 / 3); });
}

TEST_F(Spoilt, EmptyPartsAreIgnoredAndWrittenAnew) {
  expectRepaired([](const std::string& file) { put(file, {}); });
}

TEST_F(Spoilt, PartsOfOtherTracesAreIgnoredAndWrittenAnew) {
  const TemporaryFolder other;
  {
    HprofBuilder dump = someDump();
    dump.beginSegment().primitiveArray(0x500000, 'J', 3).root(0xff, 0x500000).endSegment();
    put(other / "app.hprof", dump.content());
    OpenOptions options;
    options.cacheFolder = other / "cache";
    const auto trace = std::move(*openedTrace(other / "app.hprof", options));
    askEverything(*trace);
    store(*trace);
  }
  expectRepaired([&](const std::string& file) {
    const std::string part = file.substr(file.find('.', file.rfind('/')));
    for (const auto& entry : fs::directory_iterator(other / "cache")) {
      if (entry.path().string().ends_with(part)) put(file, contentOf(entry.path().string()));
    }
  });
}

TEST_F(Cached, OnePartInPlaceOfAnotherIsIgnored) {
  const Told told = fill();
  const Names different{"dominators", "heap", "summary", "deep-by-type"};
  for (const std::string& part : different) {
    for (const std::string& other : different) {
      if (part == other) continue;
      const std::string file = fileOf(part);
      const std::vector<uint8_t> good = contentOf(file);
      put(file, contentOf(fileOf(other)));
      EXPECT_EQ(askEverything(*open()).answers, told.answers) << other << " as " << part;
      put(file, good);
    }
  }
}

TEST_F(Cached, WhereNothingCanBeWrittenAnswersAreGivenAllTheSame) {
  const Told told = fill();
  put(folder_ / "file", {});
  cache_ = folder_ / "file/below";
  const auto trace = open();
  EXPECT_EQ(askEverything(*trace).answers, told.answers);
  Progress progress;
  const auto stored = ask(*trace, StoreQuestion{}, progress);
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().kind, ErrorKind::kInput);
  EXPECT_TRUE(stored.error().describe().ends_with("the cache cannot be written: Not a directory"))
      << stored.error().describe();
}

TEST_F(Cached, WithoutAFolderNothingIsWritten) {
  cache_.clear();
  const auto trace = open();
  askEverything(*trace);
  EXPECT_EQ(store(*trace), 0U);
  EXPECT_EQ(folder_.files(), (Names{"app.hprof"}));
}

TEST_F(Cached, StoringCanBeCancelledAndLeavesNoHalfFiles) {
  const auto trace = open();
  askEverything(*trace);
  Progress progress;
  progress.cancel();
  const auto stored = ask(*trace, StoreQuestion{}, progress);
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().kind, ErrorKind::kCancelled);
  EXPECT_EQ(files(), Names{});
}

TEST_F(Cached, AboveTheLimitPartsOfOtherTracesGoThoseFirstThatWereUsedLongestAgo) {
  fs::create_directories(cache_);
  const auto now = fs::file_time_type::clock::now();
  for (int hours = 1; hours <= 3; ++hours) {
    const std::string file = cache_ + "/000000000000000" + std::to_string(hours) + ".heap.heaptrail-cache";
    put(file, std::vector<uint8_t>(1000000));
    fs::last_write_time(file, now - std::chrono::hours(hours));
  }
  put(cache_ + "/notes.txt", std::vector<uint8_t>(5000000));
  mostBytes_ = 1500000;
  fill();
  Names expected;
  for (const std::string& name : files()) {
    if (name.starts_with("000000000000000")) expected.push_back(name);
  }
  EXPECT_EQ(expected, (Names{"0000000000000001.heap.heaptrail-cache"}));
  EXPECT_TRUE(fs::exists(cache_ + "/notes.txt"));
  EXPECT_EQ(files().size(), kParts.size() + 2);
  mostBytes_ = 0;
  fill();
  EXPECT_EQ(files().size(), kParts.size() + 1) << "what belongs to the trace itself stays";
}

}  // namespace
}  // namespace heaptrail
