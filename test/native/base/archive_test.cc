// Archives: everything comes back as it was, and whatever is not as it was written is refused.
#include "base/archive.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <random>

#include "base/bit_set.h"
#include "model/columns.h"
#include "model/symbols.h"
#include "support/temporary_folder.h"

namespace heaptrail {
namespace {

using namespace test;
using Bytes = std::vector<uint8_t>;

constexpr uint64_t kKey = 0x1234567890abcdef;

using FileNames = std::vector<std::string>;

template <typename Value>
Status store(const std::string& path, const Value& value, uint64_t key = kKey) {
  ArchiveWriter writer(path, key);
  writer(value);
  return writer.finish();
}

template <typename Value>
bool load(const std::string& path, Value& value, uint64_t key = kKey) {
  return ArchiveReader(path, key).readAll(value);
}

enum class Colour : uint8_t { kRed, kGreen };

/// Something of every kind.
struct Everything {
  uint8_t small = 0;
  uint64_t large = 0;
  double real = 0;
  bool yes = false;
  Colour colour = Colour::kRed;
  std::string text;
  std::vector<uint32_t> numbers;
  std::vector<std::string> texts;
  std::vector<std::vector<std::string>> lists;
  std::pair<std::string, uint16_t> pair;
  std::vector<std::pair<uint64_t, uint32_t>> pairs;
  std::optional<std::string> some;
  std::optional<uint64_t> none;
  Array<uint32_t> column;
  Array<uint8_t> bytes;
  Array<double> noColumn;
  BitSet bits;
  NarrowColumn narrow;
  Symbols symbols;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.small, self.large, self.real, self.yes, self.colour, self.text, self.numbers, self.texts, self.lists);
    archive(self.pair, self.pairs, self.some, self.none, self.column, self.bytes, self.noColumn, self.bits);
    archive(self.narrow, self.symbols);
  }
};

template <typename T>
Array<T> columnOf(uint64_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  Array<T> column(size);
  for (T& value : column) value = static_cast<T>(random());
  return column;
}

Everything everything() {
  Everything e;
  e.small = 7;
  e.large = ~uint64_t{0};
  e.real = -0.125;
  e.yes = true;
  e.colour = Colour::kGreen;
  e.text = std::string("a\0b", 3);
  e.numbers = {1, 0, ~0U};
  e.texts = {"", "x", std::string(300, 'y')};
  e.lists = {{}, {"a"}, {"b", ""}};
  e.pair = {"pair", 9};
  e.pairs = {{1, 2}, {3, 4}};
  e.some = "";
  e.column = columnOf<uint32_t>(100, 1);
  e.bytes = columnOf<uint8_t>(3, 2);
  e.bits = BitSet(130);
  for (const uint64_t bit : {0U, 64U, 129U}) e.bits.set(bit);
  e.narrow = NarrowColumn(5, 70000);
  e.narrow.set(3, 69999);
  Type& type = e.symbols.types.emplace_back();
  type.name = "java.util.HashMap$Node[]";
  type.shape = TypeShape::kReferenceArray;
  type.superclass = TypeId(4);
  type.fields = {{"next", ValueKind::kReference}, {"hash", ValueKind::kInt}};
  type.bytes = 16;
  type.elementBytes = 4;
  e.symbols.sites = {{{{"A", "run", "A.java", 42}, {"B", "go", "", 0}}}, {}};
  e.symbols.threads = {{"main", SiteId(1)}, {"worker", SiteId::none()}};
  return e;
}

template <typename T>
std::vector<T> listOf(const Array<T>& column) {
  return {column.begin(), column.end()};
}

void expectSame(const Everything& a, const Everything& b) {
  EXPECT_EQ(std::tie(a.small, a.large, a.real, a.yes, a.colour, a.text, a.numbers, a.texts, a.lists, a.pair, a.pairs),
            std::tie(b.small, b.large, b.real, b.yes, b.colour, b.text, b.numbers, b.texts, b.lists, b.pair, b.pairs));
  EXPECT_EQ(std::tie(a.some, a.none), std::tie(b.some, b.none));
  EXPECT_EQ(listOf(a.column), listOf(b.column));
  EXPECT_EQ(listOf(a.bytes), listOf(b.bytes));
  EXPECT_EQ(listOf(a.noColumn), listOf(b.noColumn));
  EXPECT_TRUE(a.bits == b.bits && a.bits.size() == b.bits.size());
  for (uint64_t i = 0; i < 5; ++i) EXPECT_EQ(a.narrow[i], b.narrow[i]);
  ASSERT_EQ(a.symbols.types.size(), b.symbols.types.size());
  for (size_t t = 0; t < a.symbols.types.size(); ++t) {
    const Type& x = a.symbols.types[t];
    const Type& y = b.symbols.types[t];
    EXPECT_EQ(std::tie(x.name, x.shape, x.element, x.superclass, x.bytes, x.elementBytes),
              std::tie(y.name, y.shape, y.element, y.superclass, y.bytes, y.elementBytes));
    ASSERT_EQ(x.fields.size(), y.fields.size());
    for (size_t f = 0; f < x.fields.size(); ++f) {
      EXPECT_EQ(x.fields[f].name, y.fields[f].name);
      EXPECT_EQ(x.fields[f].kind, y.fields[f].kind);
    }
  }
  ASSERT_EQ(a.symbols.sites.size(), b.symbols.sites.size());
  for (size_t s = 0; s < a.symbols.sites.size(); ++s) {
    ASSERT_EQ(a.symbols.sites[s].frames.size(), b.symbols.sites[s].frames.size());
    for (size_t f = 0; f < a.symbols.sites[s].frames.size(); ++f) {
      const Frame& x = a.symbols.sites[s].frames[f];
      const Frame& y = b.symbols.sites[s].frames[f];
      EXPECT_EQ(std::tie(x.className, x.method, x.file, x.line), std::tie(y.className, y.method, y.file, y.line));
    }
  }
  ASSERT_EQ(a.symbols.threads.size(), b.symbols.threads.size());
  for (size_t t = 0; t < a.symbols.threads.size(); ++t) {
    EXPECT_EQ(a.symbols.threads[t].name, b.symbols.threads[t].name);
    EXPECT_EQ(a.symbols.threads[t].stack, b.symbols.threads[t].stack);
  }
}

TEST(Archive, GivesEverythingBackAsItWas) {
  const TemporaryFolder folder;
  ASSERT_TRUE(store(folder / "cache", everything()));
  Everything back;
  ASSERT_TRUE(load(folder / "cache", back));
  expectSame(back, everything());
}

TEST(Archive, GivesBackNothingAsNothing) {
  const TemporaryFolder folder;
  ASSERT_TRUE(store(folder / "cache", Everything{}));
  Everything back = everything();
  ASSERT_TRUE(load(folder / "cache", back));
  EXPECT_TRUE(back.text.empty() && back.numbers.empty() && back.lists.empty() && !back.some);
  EXPECT_TRUE(back.column.empty() && back.bits.size() == 0 && back.narrow.empty() && back.symbols.types.empty());
}

TEST(Archive, GivesBackColumnsOfSeveralChecksums) {
  const TemporaryFolder folder;
  using Columns = std::pair<Array<uint64_t>, Array<uint8_t>>;
  const Columns written{columnOf<uint64_t>(1500000, 3), columnOf<uint8_t>((4 << 20) + 1, 4)};
  ASSERT_TRUE(store(folder / "cache", written));
  Columns back;
  ASSERT_TRUE(load(folder / "cache", back));
  EXPECT_TRUE(std::ranges::equal(back.first, written.first));
  EXPECT_TRUE(std::ranges::equal(back.second, written.second));
  // Damage in the first, a middle and the last piece of a column is found.
  const Bytes content = contentOf(folder / "cache");
  for (const size_t at : {size_t{64}, size_t{9} << 20, size_t{64} + 12000000 - 1}) {
    Bytes damaged = content;
    damaged[at] = static_cast<uint8_t>(damaged[at] ^ 1);
    put(folder / "damaged", damaged);
    EXPECT_FALSE(load(folder / "damaged", back)) << at;
  }
}

/// A small file and what is in it.
struct SmallFile {
  TemporaryFolder folder;
  std::string path = folder / "cache";
  std::pair<Array<uint16_t>, std::vector<std::string>> value{columnOf<uint16_t>(40, 5),
                                                             std::vector<std::string>{"one", "", "three"}};
  SmallFile() { EXPECT_TRUE(store(path, value)); }

  /// Whether other content is taken for a good file; then it must be the same value.
  bool isAccepted(const Bytes& content, uint64_t key = kKey) const {
    const int memory = memfd_create("archive", MFD_CLOEXEC);
    EXPECT_EQ(write(memory, content.data(), content.size()), static_cast<ssize_t>(content.size()));
    std::pair<Array<uint16_t>, std::vector<std::string>> back;
    const bool accepted = load("/proc/self/fd/" + std::to_string(memory), back, key);
    close(memory);
    if (!accepted) return false;
    EXPECT_TRUE(std::ranges::equal(back.first, value.first));
    EXPECT_EQ(back.second, value.second);
    return true;
  }
};

TEST(Archive, RefusesAFileThatIsCutOffAnywhere) {
  const SmallFile file;
  const Bytes content = contentOf(file.path);
  ASSERT_TRUE(file.isAccepted(content));
  for (size_t length = 0; length < content.size(); ++length) {
    EXPECT_FALSE(file.isAccepted({content.begin(), content.begin() + static_cast<std::ptrdiff_t>(length)})) << length;
  }
}

TEST(Archive, RefusesAFileThatIsLonger) {
  const SmallFile file;
  Bytes content = contentOf(file.path);
  content.push_back(0);
  EXPECT_FALSE(file.isAccepted(content));
  content.resize(content.size() + 1000);
  EXPECT_FALSE(file.isAccepted(content));
}

TEST(Archive, RefusesEveryFlippedBitExceptBetweenBlocks) {
  const SmallFile file;
  const Bytes content = contentOf(file.path);
  size_t accepted = 0;
  for (size_t at = 0; at < content.size(); ++at) {
    for (const int flip : {0x01, 0x80, 0xff}) {
      Bytes damaged = content;
      damaged[at] = static_cast<uint8_t>(damaged[at] ^ flip);
      if (!file.isAccepted(damaged)) continue;
      ++accepted;
      EXPECT_EQ(content[at], 0) << at << " is no gap";
    }
  }
  // 8 bytes after the header; the column has 80 bytes, the stream 8 + 3 × 8 + 8: both are filled up to 64s.
  EXPECT_EQ(accepted, 3U * (8 + 48 + 24));
}

TEST(Archive, RefusesAnotherKey) {
  const SmallFile file;
  EXPECT_TRUE(file.isAccepted(contentOf(file.path), kKey));
  EXPECT_FALSE(file.isAccepted(contentOf(file.path), kKey + 1));
  EXPECT_FALSE(file.isAccepted(contentOf(file.path), 0));
}

TEST(Archive, RefusesWhatIsNoArchive) {
  const SmallFile file;
  EXPECT_FALSE(file.isAccepted({}));
  EXPECT_FALSE(file.isAccepted(Bytes(4096)));
  EXPECT_FALSE(file.isAccepted(Bytes(4096, 0xff)));
  const std::string text = "JAVA PROFILE 1.0.2";
  EXPECT_FALSE(file.isAccepted(Bytes(text.begin(), text.end())));
  std::string value;
  EXPECT_FALSE(load(file.folder / "missing", value));
  EXPECT_FALSE(load(file.folder / ".", value));
  EXPECT_FALSE(load("/dev/null", value));
  EXPECT_FALSE(load("/dev/zero", value));
  EXPECT_FALSE(load("", value));
}

TEST(Archive, RefusesRandomBytes) {
  const SmallFile file;
  std::mt19937 random(11);
  const Bytes good = contentOf(file.path);
  for (int i = 0; i < 3000; ++i) {
    Bytes bytes = good;
    const size_t from = random() % bytes.size();
    const size_t count = 1 + random() % 40;
    bool changed = false;
    for (size_t at = from; at < std::min(bytes.size(), from + count); ++at) {
      bytes[at] = static_cast<uint8_t>(random());
      changed = changed || bytes[at] != good[at];
    }
    if (i % 3 == 0) bytes.resize(random() % 2000);
    file.isAccepted(bytes);  // is allowed only if the value is the same, which it checks itself
  }
}

TEST(Archive, RefusesAnotherTypeThanWasWritten) {
  const TemporaryFolder folder;
  ASSERT_TRUE(store(folder / "cache", std::vector<uint64_t>{5, 6, 7}));
  std::vector<uint64_t> same;
  EXPECT_TRUE(load(folder / "cache", same));
  std::vector<std::string> texts;
  EXPECT_FALSE(load(folder / "cache", texts));
  std::string text;
  EXPECT_FALSE(load(folder / "cache", text));
  uint64_t number = 0;
  EXPECT_FALSE(load(folder / "cache", number)) << "there is more than one number";
  std::pair<std::vector<uint64_t>, uint8_t> longer;
  EXPECT_FALSE(load(folder / "cache", longer)) << "the number at the end is missing";
  Array<uint64_t> column;
  EXPECT_FALSE(load(folder / "cache", column));
  Everything everything;
  EXPECT_FALSE(load(folder / "cache", everything));
  ASSERT_TRUE(store(folder / "columns", std::pair(columnOf<uint8_t>(9, 6), columnOf<uint8_t>(8, 7))));
  std::pair<Array<uint16_t>, Array<uint8_t>> wider;
  EXPECT_FALSE(load(folder / "columns", wider)) << "nine bytes are no column of pairs of bytes";
  std::pair<Array<uint8_t>, uint8_t> fewer;
  EXPECT_FALSE(load(folder / "columns", fewer));
}

TEST(Archive, SaysWhyAndWhereItCannotBeWritten) {
  const TemporaryFolder folder;
  const Status missing = store(folder / "no/such/cache", 7);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().describe(),
            (folder / "no/such/cache") + ": the cache cannot be written: No such file or directory");
  EXPECT_EQ(missing.error().kind, ErrorKind::kInput);
  std::filesystem::create_directory(folder / "taken");
  const Status taken = store(folder / "taken", 7);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().describe(), (folder / "taken") + ": the cache cannot be written: Is a directory");
  EXPECT_EQ(folder.files(), (FileNames{"taken"})) << "the temporary file is gone";
}

TEST(Archive, LeavesNothingBehindWhereThereIsNoRoom) {
  const TemporaryFolder folder;
  ASSERT_TRUE(store(folder / "cache", std::string("old")));
  // A limit on files stands for a full disk.
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{100000, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const Status stored = store(folder / "cache", columnOf<uint64_t>(1000000, 12));
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().describe(), (folder / "cache") + ": the cache cannot be written: File too large");
  EXPECT_EQ(folder.files(), (FileNames{"cache"}));
  std::string text;
  EXPECT_TRUE(load(folder / "cache", text));
  EXPECT_EQ(text, "old");
}

TEST(Archive, LeavesNothingBehindUnlessItIsFinished) {
  const TemporaryFolder folder;
  {
    ArchiveWriter writer(folder / "cache", kKey);
    writer(columnOf<uint64_t>(10000, 8), std::string("text"));
    EXPECT_EQ(folder.files().size(), 1U);
    EXPECT_NE(folder.files()[0], "cache");
  }
  EXPECT_EQ(folder.files(), FileNames{});
}

TEST(Archive, KeepsTheOldFileUntilTheNewOneIsFinished) {
  const TemporaryFolder folder;
  ASSERT_TRUE(store(folder / "cache", std::string("old")));
  const Bytes old = contentOf(folder / "cache");
  ArchiveWriter writer(folder / "cache", kKey);
  writer(std::string("new"));
  EXPECT_EQ(contentOf(folder / "cache"), old);
  ASSERT_TRUE(writer.finish());
  std::string text;
  EXPECT_TRUE(load(folder / "cache", text));
  EXPECT_EQ(text, "new");
  EXPECT_EQ(folder.files(), (FileNames{"cache"}));
}

TEST(Archive, OfTwoWritersEachWritesAWholeFile) {
  const TemporaryFolder folder;
  ArchiveWriter first(folder / "cache", kKey);
  first(columnOf<uint64_t>(1000, 13));
  ArchiveWriter second(folder / "cache", kKey);
  second(columnOf<uint64_t>(1000, 14));
  Array<uint64_t> column;
  ASSERT_TRUE(first.finish());
  EXPECT_TRUE(load(folder / "cache", column));
  EXPECT_EQ(listOf(column), listOf(columnOf<uint64_t>(1000, 13)));
  EXPECT_TRUE(second.finish());
  EXPECT_TRUE(load(folder / "cache", column));
  EXPECT_EQ(listOf(column), listOf(columnOf<uint64_t>(1000, 14)));
}

TEST(Archive, GivesBackAListOfColumns) {
  const TemporaryFolder folder;
  std::vector<NarrowColumn> written;
  for (const uint64_t size : {3U, 4U}) written.emplace_back(size, 10).set(1, 7);
  ASSERT_TRUE(store(folder / "cache", written));
  std::vector<NarrowColumn> back;
  ASSERT_TRUE(load(folder / "cache", back));
  EXPECT_EQ(back.size(), 2U);
}

TEST(Archive, CanBeReadWhileItIsReplaced) {
  const TemporaryFolder folder;
  ASSERT_TRUE(store(folder / "cache", columnOf<uint64_t>(1000, 9)));
  ArchiveReader reader(folder / "cache", kKey);
  ASSERT_TRUE(store(folder / "cache", columnOf<uint64_t>(2000, 10)));
  Array<uint64_t> column;
  ASSERT_TRUE(reader.readAll(column));
  EXPECT_EQ(listOf(column), listOf(columnOf<uint64_t>(1000, 9)));
}

TEST(Archive, OfTheSameValueIsTheSameFile) {
  const TemporaryFolder folder;
  ASSERT_TRUE(store(folder / "one", everything()));
  ASSERT_TRUE(store(folder / "two", everything()));
  EXPECT_EQ(contentOf(folder / "one"), contentOf(folder / "two"));
}

}  // namespace
}  // namespace heaptrail
