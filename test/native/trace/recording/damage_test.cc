// Recordings that end too early or are damaged: what is complete can be used, the rest is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "trace/opened.h"
#include "trace/recording/recording_builder.h"

namespace heaptrail {
namespace {

using namespace test;
using namespace recording;

constexpr uint32_t kPoints = 3;

/// Three points; each has a ring of nodes, one more than the point before.
struct SmallRecording : RecordingBuilder {
  SmallRecording() {
    const uint32_t node = type(1, "LNode;", 0, {{"next", "LNode;"}, {"label", "[C"}});
    const uint32_t chars = type(2, "[C");
    symbols.instanceBytes(node, 24);
    for (uint64_t p = 0; p < kPoints; ++p) {
      PointEncoder& point = beginPoint(10 * static_cast<double>(p + 1));
      const MetObject first = met(10, node);
      point.root(RootTag::kJniGlobal, 10, &first, {});
      for (uint64_t id = 10; id < 12 + p; ++id) {
        const MetObject next = met(id + 1, node);
        const MetObject label = met(id + 100, chars, 5);
        point.reference(id, 0, id + 1, &next);
        point.reference(id, 1, id + 100, &label);
      }
      point.reference(12 + p, 0, 10, nullptr);
      symbols.string("point " + std::to_string(p));
      endPoint();
    }
  }
};

bool isRight(const Heap& heap, uint32_t point) {
  if (heap.objectCount() != 5 + 2 * point || heap.referenceCount() != 5 + 2 * point) return false;
  return typeName(heap, 10) == "Node" && referencesOf(heap, 12 + point) == Texts{"next→a"};
}

struct Chunk {
  size_t offset;
  size_t bytes;
  ChunkKind kind;
  uint32_t point;
};

std::vector<Chunk> chunksOf(const std::vector<uint8_t>& content) {
  std::vector<Chunk> chunks;
  for (size_t at = kMagic.size(); at + sizeof(ChunkHeader) <= content.size();) {
    ChunkHeader header;
    std::memcpy(&header, content.data() + at, sizeof header);
    if (header.marker != kChunkMarker) break;
    chunks.push_back({at, sizeof header + header.storedBytes, static_cast<ChunkKind>(header.kind), header.point});
    at += chunks.back().bytes;
  }
  return chunks;
}

Chunk chunkOf(const std::vector<uint8_t>& content, ChunkKind kind, uint32_t point) {
  for (const Chunk& chunk : chunksOf(content)) {
    if (chunk.kind == kind && (point == kNoPoint || chunk.point == point)) return chunk;
  }
  ADD_FAILURE() << "no such chunk";
  return {};
}

std::vector<uint8_t> cutTo(const std::vector<uint8_t>& content, size_t size) {
  return {content.begin(), content.begin() + static_cast<std::ptrdiff_t>(size)};
}

Texts messagesOf(const std::vector<Warning>& warnings) {
  Texts messages;
  for (const Warning& warning : warnings) messages.push_back(warning.message);
  return messages;
}

TEST(RecordingDamage, AFileCutOffAnywhereHasThePointsThatWereComplete) {
  const std::vector<uint8_t> whole = SmallRecording().finished();
  const std::vector<Chunk> chunks = chunksOf(whole);
  for (size_t size = 0; size < whole.size(); ++size) {
    const Result<std::unique_ptr<Trace>> trace = openRecording(cutTo(whole, size));
    const auto complete = static_cast<size_t>(std::ranges::count_if(chunks, [size](const Chunk& chunk) {
      return chunk.kind == ChunkKind::kPointEnd && chunk.offset + chunk.bytes <= size;
    }));
    if (complete == 0) {
      ASSERT_FALSE(trace) << size;
      EXPECT_EQ(trace.error().kind, ErrorKind::kInput);
      EXPECT_FALSE(trace.error().message.empty());
      continue;
    }
    ASSERT_TRUE(trace) << size;
    ASSERT_EQ((*trace)->timeline().points.size(), complete) << size;
    const bool indexIsWhole = chunks.back().offset + chunks.back().bytes <= size;
    ASSERT_EQ((*trace)->warnings().size(), indexIsWhole ? 0U : 1U) << size;
    for (uint32_t point = 0; point < complete; ++point) {
      const RebuiltHeap result = heapAt(**trace, point);
      ASSERT_TRUE(result.heap && isRight(*result.heap, point)) << size;
    }
  }
}

TEST(RecordingDamage, AnyByteMayBeWrong) {
  const std::vector<uint8_t> whole = SmallRecording().finished();
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const uint8_t flip : {uint8_t{0x01}, uint8_t{0x80}, uint8_t{0xff}}) {
      std::vector<uint8_t> content = whole;
      content[at] ^= flip;
      const Result<std::unique_ptr<Trace>> trace = openRecording(content);
      if (!trace) {
        EXPECT_EQ(trace.error().kind, ErrorKind::kInput);
        EXPECT_FALSE(trace.error().message.empty());
        continue;
      }
      // One byte harms one point, unless it harms what several points need.
      const auto points = static_cast<uint32_t>((*trace)->timeline().points.size());
      uint32_t right = 0;
      for (uint32_t i = 0; i < points; ++i) {
        const Result<RebuiltHeap> result = tryHeapAt(**trace, i);
        if (!result) {
          EXPECT_EQ(result.error().kind, ErrorKind::kInput);
          EXPECT_TRUE(result.error().where);
          continue;
        }
        const auto point = static_cast<uint32_t>((*trace)->timeline().points[i].seconds / 10) - 1;
        ASSERT_TRUE(isRight(*result->heap, point)) << at;
        ++right;
      }
      ASSERT_TRUE(right + 1 >= kPoints || !(*trace)->warnings().empty()) << at;
    }
  }
}

TEST(RecordingDamage, APointThatWasBegunIsTold) {
  const std::vector<uint8_t> whole = SmallRecording().finished();
  const Chunk end = chunkOf(whole, ChunkKind::kPointEnd, 3);
  const auto trace = opened(cutTo(whole, end.offset + 5));
  ASSERT_TRUE(trace);
  EXPECT_EQ(messagesOf(trace->warnings()),
            (Texts{"the recording ends in the middle of a point, at 30.0 s: the program was killed, the disk was full, "
                   "or this is a copy made while it ran; 2 complete points before it can be used"}));
  EXPECT_EQ(trace->warnings()[0].offset, end.offset);
}

TEST(RecordingDamage, AFileThatWasNotCompletedIsTold) {
  const auto trace = opened(SmallRecording().unfinished());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->timeline().points.size(), kPoints);
  EXPECT_EQ(messagesOf(trace->warnings()),
            (Texts{"the recording was not completed: the program was killed, the disk was full, or this is a copy made "
                   "while it ran; 3 complete points can be used"}));
}

TEST(RecordingDamage, ADamagedPointHarmsNoOther) {
  std::vector<uint8_t> content = SmallRecording().finished();
  const Chunk heap = chunkOf(content, ChunkKind::kHeap, 2);
  std::fill_n(content.begin() + static_cast<std::ptrdiff_t>(heap.offset), heap.bytes, uint8_t{0x55});
  const auto trace = opened(content);
  ASSERT_TRUE(trace);
  // That the trace opens, and the others too, without a word shows that they are not looked at.
  EXPECT_TRUE(trace->warnings().empty());
  EXPECT_TRUE(isRight(*heapAt(*trace, 0).heap, 0));
  EXPECT_TRUE(isRight(*heapAt(*trace, 2).heap, 2));
  const Result<RebuiltHeap> damaged = tryHeapAt(*trace, 1);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().where->offset, heap.offset);
  EXPECT_NE(damaged.error().message.find("the file is damaged here"), std::string::npos);
}

TEST(RecordingDamage, WithoutIndexTheSearchGoesOnBehindTheDamage) {
  std::vector<uint8_t> content = SmallRecording().unfinished();
  const Chunk heap = chunkOf(content, ChunkKind::kHeap, 2);
  std::fill_n(content.begin() + static_cast<std::ptrdiff_t>(heap.offset), heap.bytes, uint8_t{0x55});
  const auto trace = opened(content);
  ASSERT_TRUE(trace);
  ASSERT_EQ(trace->timeline().points.size(), kPoints);
  ASSERT_EQ(trace->warnings().size(), 2U);
  EXPECT_EQ(trace->warnings()[0].message,
            "expected a chunk, found damage: " + std::to_string(heap.bytes) + " bytes from here are left out");
  EXPECT_EQ(trace->warnings()[0].offset, heap.offset);
  EXPECT_TRUE(isRight(*heapAt(*trace, 0).heap, 0));
  EXPECT_TRUE(isRight(*heapAt(*trace, 2).heap, 2));
  const Result<RebuiltHeap> damaged = tryHeapAt(*trace, 1);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().message, "parts of point 2 are damaged: it cannot be read, others can");
}

TEST(RecordingDamage, AWrongSizeIsGotOver) {
  std::vector<uint8_t> content = SmallRecording().unfinished();
  const Chunk heap = chunkOf(content, ChunkKind::kHeap, 2);
  content[heap.offset + offsetof(ChunkHeader, storedBytes)] ^= 0x40;
  const auto trace = opened(content);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->timeline().points.size(), kPoints);
  EXPECT_TRUE(isRight(*heapAt(*trace, 2).heap, 2));
  EXPECT_FALSE(tryHeapAt(*trace, 1));
}

TEST(RecordingDamage, PointsBeforeLostNamesCanBeUsed) {
  std::vector<uint8_t> content = SmallRecording().finished();
  const std::vector<Chunk> chunks = chunksOf(content);
  size_t names = 0;
  for (const Chunk& chunk : chunks) {
    if (chunk.kind == ChunkKind::kSymbols && ++names == 2) content[chunk.offset + 40] ^= 0xff;
  }
  const auto trace = opened(content);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->timeline().points.size(), 1U);
  EXPECT_EQ(trace->warnings().size(), 3U);
  EXPECT_TRUE(isRight(*heapAt(*trace, 0).heap, 0));
}

TEST(RecordingDamage, APackedRecordingIsToBeUnpacked) {
  const Result<std::unique_ptr<Trace>> trace = openRecording(gzip(SmallRecording().finished()));
  ASSERT_FALSE(trace);
  EXPECT_NE(trace.error().message.find("gunzip"), std::string::npos);
}

TEST(RecordingDamage, AnObjectThatComesTwiceMakesThePointUnreadable) {
  RecordingBuilder file;
  const uint32_t object = file.type(1, "Ljava/lang/Object;");
  PointEncoder& point = file.beginPoint(1);
  for (int i = 0; i < 2; ++i) {
    const MetObject same = met(10, object);
    point.root(RootTag::kJniGlobal, 10, &same, {});
  }
  file.endPoint();
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  const Result<RebuiltHeap> result = tryHeapAt(*trace, 0);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "the point cannot be read: 1 objects are in it more than once");
}

TEST(RecordingDamage, ClassesInACircleEnd) {
  RecordingBuilder file;
  const uint32_t a = file.type(1, "LA;", 2, {{"a", "LA;"}}, {2});
  file.type(2, "LB;", 1, {{"b", "LB;"}}, {1});
  PointEncoder& point = file.beginPoint(1);
  const MetObject object = met(10, a);
  point.root(RootTag::kJniGlobal, 10, &object, {});
  point.reference(10, 0, 10, nullptr);
  file.endPoint();
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  EXPECT_EQ(heapAt(*trace, 0).heap->referenceCount(), 1U);
}

}  // namespace
}  // namespace heaptrail
