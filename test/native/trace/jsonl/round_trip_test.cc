// Whatever is written as JSON Lines is read back as the same: types, slots, roots, sizes, times.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <map>

#include "support/temporary_folder.h"
#include "trace/jsonl/json_lines_writer.h"
#include "trace/jsonl/jsonl_text.h"
#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

/// A dump with every kind of thing a heap dump has.
HprofBuilder richDump(uint64_t shift = 0) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  dump.addClass("java/lang/Class", object, {{"loader", 'L'}, {"hash", 'I'}});
  const uint64_t reference =
      dump.addClass("java/lang/ref/Reference", object, {{"queue", 'L'}, {"referent", 'L'}, {"stamp", 'J'}});
  const uint64_t weak = dump.addClass("java/lang/ref/WeakReference", reference, {});
  dump.addClass("java/lang/ref/SoftReference", reference, {{"clock", 'J'}});
  const uint64_t base = dump.addClass("a/Base", object, {{"left", 'L'}, {"n", 'I'}, {"right", 'L'}});
  const uint64_t derived = dump.addClass("a/De\"rived\\", base, {{"flag", 'Z'}, {"own", 'L'}, {"left", 'L'}});
  const uint64_t array = dump.addClass("[La/Base;", object, {});
  dump.addClass("a/Statics", object, {}, {{"limit", 'I', 5}, {"cache", 'L', 0x800 + shift}, {"none", 'L', 0}});
  dump.frame(0x77, "run", "Run.java", dump.serialOf(base), 3);
  dump.frame(0x78, "main", "Main.java", dump.serialOf(derived), -1);
  dump.stack(1, 1, {0x77, 0x78});
  std::vector<uint64_t> sparse(600, 0);
  sparse[1] = 0x800 + shift;
  sparse[6] = 0x840 + shift;
  sparse[599] = 0x800 + shift;
  dump.beginSegment()
      .instance(0x800 + shift, derived, {1, 0x840 + shift, 0, 0x800 + shift, 7, 0x900 + shift}, 1)
      .instance(0x840 + shift, base, {0, 3, 0x800 + shift})
      .instance(0x880 + shift, weak, {0, 0x800 + shift, 9})
      .objectArray(0x900 + shift, array, sparse)
      .objectArray(0x2000 + shift, array, {})
      .primitiveArray(0x2100 + shift, 'I', 17)
      .bytes(0x2200 + shift, "text")
      .instance(0x2300 + shift, base, {0xdead00, 0, 0})
      .root(0xff, 0x880 + shift)
      .threadObject(0x840 + shift, 1, 1)
      .javaFrame(0x800 + shift, 1, 0)
      .javaFrame(0x900 + shift, 1, 0)
      .javaFrame(0x900 + shift, 1, 1)
      .endSegment();
  return dump;
}

TEST(JsonLinesRoundTrip, AHeapDumpKeepsAllThatTheModelKnows) {
  const OpenedText dump = openBytes(richDump().content());
  ASSERT_TRUE(dump.trace);
  const std::string text = written(*dump);
  const OpenedText lines = openText(text);
  ASSERT_TRUE(lines.trace) << lines.trace.error().describe();
  EXPECT_EQ(lines->info().format, "jsonl");
  EXPECT_FALSE(lines->info().identity);
  const std::string expected = describe(*dump);
  EXPECT_NE(expected.find(" weak 1"), std::string::npos);
  EXPECT_NE(expected.find("static cache→2048"), std::string::npos);
  EXPECT_NE(expected.find("missing 1"), std::string::npos);
  EXPECT_EQ(describe(*lines), expected);
  EXPECT_EQ(written(*lines), text);
}

TEST(JsonLinesRoundTrip, TheBytesAreTheSameWithAnyNumberOfThreads) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {{"next", 'L'}});
  dump.beginSegment();
  for (uint64_t i = 0; i < 50000; ++i) dump.instance(0x10000 + 16 * i, object, {0x10000 + 16 * (i * 7919 % 50000)});
  dump.root(0xff, 0x10000).endSegment();
  const OpenedText opened = openBytes(dump.content());
  ASSERT_TRUE(opened.trace);
  const std::string one = written(*opened, 1);
  EXPECT_EQ(written(*opened, 3), one);
  EXPECT_EQ(describe(*openText(one)), describe(*opened));
}

TEST(JsonLinesRoundTrip, DumpsOpenedTogetherStayApart) {
  const TemporaryFile first(richDump().content());
  const TemporaryFile second(richDump(0x100000).content());
  Progress progress;
  const Result<std::unique_ptr<Trace>> joined = openTrace({first.path(), second.path()}, progress);
  ASSERT_TRUE(joined) << joined.error().describe();
  const OpenedText lines = openText(written(**joined));
  ASSERT_TRUE(lines.trace) << lines.trace.error().describe();
  EXPECT_EQ(lines->timeline().points.size(), 2U);
  EXPECT_EQ(describe(*lines), describe(**joined));
}

TEST(JsonLinesRoundTrip, WhatOtherToolsWriteIsKeptToo) {
  const std::string text = R"({"heaptrail":1,"identity":true,"sites":"sampled","start":"1999-12-31T23:59:59.250Z"}
{"gc":1,"t":0.25,"end":0.5,"kind":"concurrent","collector":"G1","cause":"\u0001 odd","before":{"a":1},"after":{"a":0}}
{"type":9,"name":"list[]","array":false,"size":16}
{"type":2,"name":"dict","element":"reference","elementSize":4,"size":0}
{"type":5,"name":"ints","element":"short","withoutReferrer":"filler"}
{"site":4,"frames":[{"method":"f"},{"class":"C","line":7}]}
{"thread":3,"name":"worker","stack":4}
{"point":1,"t":1,"runtime":{"name":"Python","version":"3","objectAlignment":16,"headerBytes":16}}
{"o":5,"type":9,"refs":[7,null,null,null,null,9],"site":4,"interval":4096}
{"o":7,"type":2,"refs":[5],"thread":3,"length":9}
{"o":9,"type":5,"length":4000000000}
{"root":"java-frame","o":5,"thread":3,"depth":0,"slot":2,"method":"f"}
{"root":"static","o":7,"class":"C","field":"all"}
{"end":1}
{"point":2,"t":2,"reached":{"objects":1,"bytes":16},"atExit":true,"used":{"eden":64,"old":0}}
{"o":5,"type":9,"size":24}
{"end":2}
{"gc":2,"t":3,"end":3}
)";
  const OpenedText opened = openText(text);
  ASSERT_TRUE(opened.trace) << opened.trace.error().describe();
  EXPECT_TRUE(opened->timeline().points[0].used.empty());
  EXPECT_EQ(opened->timeline().points[1].used, (std::map<std::string, uint64_t>{{"eden", 64}, {"old", 0}}));
  const std::string again = written(*opened);
  EXPECT_EQ(describe(*openText(again)), describe(*opened));
  EXPECT_EQ(openText(again)->timeline().points[1].used, opened->timeline().points[1].used);
  EXPECT_EQ(written(*openText(again)), again);
}

TEST(JsonLinesRoundTrip, AgesAndSpacesAreKeptWhereTheyAreKnown) {
  const std::string text = R"({"heaptrail":1,"ages":true}
{"type":1,"name":"Node","size":16}
{"point":1,"t":1}
{"o":1,"type":1,"age":0,"space":"eden"}
{"o":2,"type":1,"age":70000}
{"o":3,"type":1,"space":"survivor"}
{"o":4,"type":1,"age":3,"space":"old"}
{"o":5,"type":1}
{"end":1}
)";
  const OpenedText opened = openText(text);
  ASSERT_TRUE(opened.trace) << opened.trace.error().describe();
  const std::string told = describe(*opened);
  for (const char* line : {"\nages\n", "1 type 0 bytes 16 site 4294967295 thread 4294967295 age 0 in eden\n",
                           "age 70000\n", "thread 4294967295 in survivor\n", "age 3 in old\n"}) {
    EXPECT_NE(told.find(line), std::string::npos) << line << told;
  }
  EXPECT_EQ(describe(*openText(written(*opened))), told);
  const std::string wrong = complaint(R"({"heaptrail":1}
{"type":1,"name":"Node"}
{"point":1,"t":1}
{"o":1,"type":1,"space":"new"}
{"end":1}
)");
  EXPECT_NE(wrong.find("expected eden, survivor or old as \"space\""), std::string::npos) << wrong;
}

TEST(JsonLinesRoundTrip, ClassObjectsOfTypesThatAreGoneAreOrdinaryObjects) {
  const OpenedText opened = openText(R"({"heaptrail":1,"identity":false}
{"type":1,"name":"java.lang.Class"} {"type":2,"name":"a.B","class":8,"classSlots":["static x"]}
{"point":1,"t":1}
{"o":8,"type":1,"refs":[8]}
{"end":1}
{"type":2,"name":"a.B"}
{"point":2,"t":2}
{"o":8,"type":2}
{"end":2}
)");
  ASSERT_TRUE(opened.trace);
  const OpenedText again = openText(written(*opened));
  const Result<RebuiltHeap> second = heapOf(*again, 1);
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->heap->typeOfClassObject(at(*second->heap, 8)).exists());
  EXPECT_EQ(describe(*again), describe(*opened));
}

TEST(JsonLinesWriter, TheInputIsNotOverwrittenAndNothingIsLeftBehind) {
  const TemporaryFolder folder;
  const std::vector<uint8_t> dump = richDump().content();
  put(folder / "dump.hprof", dump);
  Progress progress;
  const Result<std::unique_ptr<Trace>> trace = openTrace({folder / "dump.hprof"}, progress);
  ASSERT_TRUE(trace);
  const auto write = [&](const std::string& path) { return writeJsonLines(**trace, path, Threads(1), progress); };
  EXPECT_EQ(write(folder / "dump.hprof").error().kind, ErrorKind::kUsage);
  EXPECT_EQ(write(folder / "../" + folder.path().substr(5) + "/dump.hprof").error().kind, ErrorKind::kUsage);
  EXPECT_EQ(write(folder.path()).error().kind, ErrorKind::kUsage);
  EXPECT_EQ(write(folder / "missing/out").error().kind, ErrorKind::kInput);
  Progress cancelled;
  cancelled.cancel();
  EXPECT_EQ(writeJsonLines(**trace, folder / "out", Threads(1), cancelled).error().kind, ErrorKind::kCancelled);
  EXPECT_EQ(folder.files(), std::vector<std::string>{"dump.hprof"});
  EXPECT_EQ(contentOf(folder / "dump.hprof"), dump);
}

TEST(JsonLinesWriter, WhereNotAllCanBeWrittenThereIsAnErrorAndNoFile) {
  const TemporaryFolder folder;
  const OpenedText opened = openBytes(richDump().content());
  ASSERT_TRUE(opened.trace);
  const auto signal = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  Progress progress;
  const Status done = writeJsonLines(*opened, folder / "out", Threads(1), progress);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, signal);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().describe(), folder / "out: cannot be written to the end: File too large");
  EXPECT_EQ(folder.files(), std::vector<std::string>{});
}

}  // namespace
}  // namespace heaptrail
