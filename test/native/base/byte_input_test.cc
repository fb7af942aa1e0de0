#include "base/byte_input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <random>
#include <utility>

#include "base/gzip_input.h"
#include "base/parallel.h"
#include "support/temporary_file.h"

namespace heaptrail {
namespace {

using test::gzip;
using test::TemporaryFile;

std::vector<uint8_t> randomBytes(size_t size) {
  std::mt19937 random(11);
  std::vector<uint8_t> bytes(size);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random() % 7);  // so that it can be compressed
  return bytes;
}

/// Reads everything in pieces of changing size; some are skipped.
void expectReads(ByteInput& input, const std::vector<uint8_t>& content) {
  std::mt19937 random(5);
  while (input.position() < content.size()) {
    const uint64_t at = input.position();
    const uint64_t size = std::min<uint64_t>(1 + random() % 300000, content.size() - at);
    if (random() % 3 == 0) {
      ASSERT_TRUE(input.skip(size));
    } else {
      ASSERT_TRUE(input.ensure(size));
      ASSERT_TRUE(std::equal(input.cursor(), input.cursor() + size, content.begin() + static_cast<std::ptrdiff_t>(at)));
      input.advance(size);
    }
    ASSERT_EQ(input.position(), at + size);
  }
  EXPECT_FALSE(input.ensure(1));
  EXPECT_FALSE(input.failure());
}

TEST(ByteInput, ReadsAPlainFileFromFrontToBack) {
  const std::vector<uint8_t> content = randomBytes(20 << 20);
  const TemporaryFile file(content);
  Progress progress;
  const Result<InputFile> input = InputFile::open(file.path());
  ASSERT_TRUE(input);
  EXPECT_FALSE(input->compressed());
  expectReads(*input->read(progress), content);
}

TEST(ByteInput, ReadsARangeAndNothingBehindIt) {
  const std::vector<uint8_t> content = randomBytes(1 << 20);
  const TemporaryFile file(content);
  Progress progress;
  const Result<InputFile> input = InputFile::open(file.path());
  const auto range = input->readRange(progress, 1000, 1010);
  EXPECT_EQ(range->position(), 1000U);
  ASSERT_TRUE(range->ensure(10));
  EXPECT_EQ(*range->cursor(), content[1000]);
  EXPECT_FALSE(range->ensure(11));
  EXPECT_FALSE(range->skip(11));
  EXPECT_FALSE(range->failure());
}

TEST(ByteInput, ReadsShortRangesAllOverAFileAndComesBack) {
  const std::vector<uint8_t> content = randomBytes(20 << 20);
  const TemporaryFile file(content);
  Progress progress;
  const Result<InputFile> input = InputFile::open(file.path());
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    const uint64_t from = random() % content.size();
    const uint64_t bytes = std::min<uint64_t>(1 + random() % 100'000, content.size() - from);
    const auto range = input->readRange(progress, from, from + bytes);
    const uint64_t skipped = random() % 2 == 0 ? 0 : random() % bytes;
    ASSERT_TRUE(range->skip(skipped));
    ASSERT_TRUE(range->ensure(bytes - skipped));
    ASSERT_EQ(range->position(), from + skipped);
    ASSERT_TRUE(std::equal(range->cursor(), range->cursor() + (bytes - skipped),
                           content.begin() + static_cast<std::ptrdiff_t>(from + skipped)));
    range->advance(bytes - skipped);
    ASSERT_FALSE(range->skip(1));
    ASSERT_FALSE(range->failure());
  }
}

TEST(ByteInput, AShortRangeOfAFileThatShrankIsAnErrorAlsoWhereItWasReadBefore) {
  const TemporaryFile file(randomBytes(1 << 20));
  Progress progress;
  const Result<InputFile> input = InputFile::open(file.path());
  ASSERT_TRUE(input->readRange(progress, 50'000, 60'000)->ensure(10'000));
  ASSERT_EQ(truncate(file.path().c_str(), 1000), 0);
  const auto range = input->readRange(progress, 50'000, 60'000);
  EXPECT_FALSE(range->ensure(1));
  ASSERT_TRUE(range->failure());
  EXPECT_NE(range->failure()->message.find("shorter"), std::string::npos);
}

TEST(ByteInput, UnpacksGzip) {
  // Longer than what is unpacked ahead.
  const std::vector<uint8_t> content = randomBytes(9 << 20);
  const TemporaryFile file(gzip(content));
  Progress progress;
  const Result<InputFile> input = InputFile::open(file.path());
  ASSERT_TRUE(input);
  EXPECT_TRUE(input->compressed());
  expectReads(*input->read(progress), content);
}

TEST(ByteInput, UnpacksManyGzipMembersAsOneFile) {
  const std::vector<uint8_t> content = randomBytes(3 << 20);
  std::vector<uint8_t> packed;
  for (size_t at = 0; at < content.size(); at += 100000) {
    const size_t size = std::min<size_t>(100000, content.size() - at);
    const std::vector<uint8_t> member = gzip({content.data() + at, size});
    packed.insert(packed.end(), member.begin(), member.end());
  }
  const TemporaryFile file(packed);
  Progress progress;
  expectReads(*InputFile::open(file.path())->read(progress), content);
}

/// As one member, as members of so many bytes, and with what tools may put behind the last one.
std::vector<std::vector<uint8_t>> packedInEveryWay(const std::vector<uint8_t>& content) {
  std::vector<std::vector<uint8_t>> ways{gzip(content)};
  for (const size_t memberBytes : {size_t{100'000}, size_t{1} << 20, size_t{3'000'001}}) {
    std::vector<uint8_t>& packed = ways.emplace_back();
    for (size_t at = 0; at < content.size(); at += memberBytes) {
      const std::vector<uint8_t> member = gzip({content.data() + at, std::min(memberBytes, content.size() - at)});
      packed.insert(packed.end(), member.begin(), member.end());
    }
    packed.resize(packed.size() + memberBytes % 7);
  }
  return ways;
}

TEST(ByteInput, ReadsRangesOfGzip) {
  std::vector<uint8_t> content = randomBytes(5 << 20);
  // What repeats what lies just before, and what is packed best.
  std::copy_n(content.begin(), 1 << 20, content.begin() + (2 << 20));
  std::fill_n(content.begin() + (7 << 19), 1 << 20, uint8_t{7});
  for (const std::vector<uint8_t>& packed : packedInEveryWay(content)) {
    const TemporaryFile file(packed);
    Progress progress;
    const Result<InputFile> input = InputFile::open(file.path());
    // Of every second file nothing was read before.
    if (packed.size() % 2 == 0) expectReads(*input->readForRanges(progress), content);
    forEachBlock(Threads(3), 3, [&](uint64_t thread) {
      std::mt19937 random(static_cast<uint32_t>(thread));
      for (int i = 0; i < 40; ++i) {
        const uint64_t from = random() % content.size();
        const uint64_t bytes = 1 + random() % (i % 10 == 0 ? content.size() - from : 40'000);
        const uint64_t to = std::min<uint64_t>(content.size(), from + bytes);
        const auto range = input->readRange(progress, from, to);
        while (range->position() < to) {
          const uint64_t at = range->position();
          const uint64_t size = std::min<uint64_t>(1 + random() % 600'000, to - at);
          if (random() % 4 == 0) {
            ASSERT_TRUE(range->skip(size));
          } else {
            ASSERT_TRUE(range->ensure(size));
            ASSERT_TRUE(std::equal(range->cursor(), range->cursor() + size, content.data() + at));
            range->advance(size);
          }
          ASSERT_EQ(range->position(), at + size);
        }
        ASSERT_FALSE(range->ensure(1));
        ASSERT_FALSE(range->skip(1));
        ASSERT_FALSE(range->failure());
      }
    });
  }
}

TEST(ByteInput, ReadsRangesOfGzipAsFarAsItIsSound) {
  const std::vector<uint8_t> content = randomBytes(4 << 20);
  std::vector<uint8_t> packed = gzip(content);
  packed.resize(packed.size() / 2);
  const TemporaryFile file(packed);
  Progress progress;
  const Result<InputFile> input = InputFile::open(file.path());
  const auto range = input->readRange(progress, 1'500'000, 4 << 20);
  ASSERT_TRUE(range->ensure(100'000));
  EXPECT_TRUE(std::equal(range->cursor(), range->cursor() + 100'000, content.data() + 1'500'000));
  EXPECT_FALSE(range->skip(2 << 20));
  // A file that is another one by now is an error, not another content.
  const TemporaryFile cut(gzip(content));
  const Result<InputFile> changing = InputFile::open(cut.path());
  EXPECT_FALSE(changing->readForRanges(progress)->skip(5 << 20));
  ASSERT_EQ(truncate(cut.path().c_str(), 1000), 0);
  const auto lost = changing->readRange(progress, 3 << 20, 4 << 20);
  EXPECT_FALSE(lost->ensure(1));
  EXPECT_TRUE(lost->failure());
}

TEST(ByteInput, NotesOfGzipLittleMoreThanWhatEachPlaceNeeds) {
  const std::vector<uint8_t> content = randomBytes(8 << 20);
  const TemporaryFile file(gzip(content));
  const Result<MappedFile> mapped = MappedFile::open(file.path());
  Progress progress;
  GzipPlaces places;
  const std::string path = file.path();
  const auto input = makeGzipInput(*mapped, path, progress, [&](GzipPlaces noted) { places = std::move(noted); });
  EXPECT_FALSE(input->skip(content.size() + 1));
  EXPECT_EQ(places.unpackedBytes(), content.size());
  EXPECT_GE(places.places().size(), 7U);
  EXPECT_LE(places.places().size(), 8U);
  EXPECT_LT(places.bytes(), content.size() / 50);
}

TEST(ByteInput, GivesWhatATruncatedGzipFileHoldsAndThenSaysSo) {
  const std::vector<uint8_t> content = randomBytes(1 << 20);
  std::vector<uint8_t> packed = gzip(content);
  packed.resize(packed.size() / 2);
  const TemporaryFile file(packed);
  Progress progress;
  const auto input = InputFile::open(file.path())->read(progress);
  ASSERT_TRUE(input->ensure(100000));
  EXPECT_TRUE(std::equal(input->cursor(), input->cursor() + 100000, content.begin()));
  EXPECT_FALSE(input->skip(content.size()));
  ASSERT_TRUE(input->failure());
  EXPECT_EQ(input->failure()->where->offset, packed.size());
}

TEST(ByteInput, SaysWhereGzipDataIsDamaged) {
  std::vector<uint8_t> packed = gzip(randomBytes(1 << 20));
  for (size_t i = packed.size() / 2; i < packed.size() / 2 + 64; ++i) packed[i] ^= 0xff;
  const TemporaryFile file(packed);
  Progress progress;
  const auto input = InputFile::open(file.path())->read(progress);
  EXPECT_FALSE(input->skip(2 << 20));
  ASSERT_TRUE(input->failure());
  EXPECT_EQ(input->failure()->kind, ErrorKind::kInput);
}

TEST(ByteInput, EndsWhenTheWorkIsCancelled) {
  const TemporaryFile file(randomBytes(1 << 20));
  Progress progress;
  progress.cancel();
  const auto input = InputFile::open(file.path())->read(progress);
  EXPECT_FALSE(input->ensure(1));
  ASSERT_TRUE(input->failure());
  EXPECT_EQ(input->failure()->kind, ErrorKind::kCancelled);
}

TEST(ByteInput, AFileThatShrinksIsAnErrorNotASignal) {
  const TemporaryFile file(randomBytes(30 << 20));
  Progress progress;
  const Result<InputFile> opened = InputFile::open(file.path());
  const auto input = opened->read(progress);
  ASSERT_TRUE(input->ensure(1));
  ASSERT_EQ(truncate(file.path().c_str(), 1000), 0);
  EXPECT_TRUE(input->skip(20 << 20));
  EXPECT_FALSE(input->ensure(1));
  ASSERT_TRUE(input->failure());
  EXPECT_NE(input->failure()->message.find("shorter"), std::string::npos);
}

TEST(ByteInput, DirectoriesAndMissingFilesCannotBeOpened) {
  EXPECT_NE(InputFile::open("/tmp").error().message.find("directory"), std::string::npos);
  EXPECT_NE(InputFile::open("/nowhere/at/all").error().message.find("No such file"), std::string::npos);
  EXPECT_NE(InputFile::open("/dev/null").error().message.find("not a regular file"), std::string::npos);
}

}  // namespace
}  // namespace heaptrail
