#include "trace/hprof/text_values.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "base/text.h"
#include "base/try.h"
#include "trace/hprof/piece_reader.h"

namespace heaptrail::hprof {

namespace {

constexpr uint32_t kLongestText = 65536;

struct Content {
  std::vector<uint8_t> bytes;
  ValueKind element = ValueKind::kByte;
};

/// Copies the elements of the arrays whose ids are wanted.
template <uint32_t kIdBytes>
class ArrayCollector {
 public:
  static constexpr bool kWantsClasses = false;
  static constexpr bool kLooksAtBodies = true;

  ArrayCollector(std::unordered_map<uint64_t, Content>& wanted, std::mutex& mutex) : wanted_(wanted), mutex_(mutex) {}

  void root(const RootRecord&) {}
  void androidHeap() {}
  void instance(const InstanceRecord&, ByteInput&) {}
  void objectArray(const ObjectArrayRecord&, ByteInput&) {}

  void primitiveArray(const PrimitiveArrayRecord& record, ByteInput& input) {
    const auto place = wanted_.find(record.id);
    if (place == wanted_.end() || !record.hasData) return;
    const uint64_t bytes = std::min<uint64_t>(uint64_t{record.length} * primitiveBytes(record.element), kLongestText);
    if (!input.ensure(bytes)) return;
    const std::lock_guard lock(mutex_);
    place->second = {{input.cursor(), input.cursor() + bytes}, record.element};
  }

 private:
  std::unordered_map<uint64_t, Content>& wanted_;
  std::mutex& mutex_;
};

/// Since JDK 9 a string's bytes are Latin-1, or UTF-16 in the machine's byte order; before, they were an array of
/// chars, and the file writes those big-endian. A string with all-Latin text in UTF-16 is not made, so a zero byte
/// tells.
std::string decode(const Content& content) {
  const std::vector<uint8_t>& bytes = content.bytes;
  const bool wide = content.element == ValueKind::kChar ||
                    (bytes.size() >= 2 && bytes.size() % 2 == 0 && std::ranges::find(bytes, 0) != bytes.end());
  if (!wide) return fromLatin1(bytes);
  std::vector<uint16_t> units;
  for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const auto first = static_cast<uint16_t>(bytes[i]);
    const auto second = static_cast<uint16_t>(bytes[i + 1]);
    units.push_back(
        static_cast<uint16_t>(content.element == ValueKind::kChar ? first << 8 | second : second << 8 | first));
  }
  return fromUtf16(units);
}

template <uint32_t kIdBytes>
Status collect(const InputFile& file, const Survey& survey, std::unordered_map<uint64_t, Content>& wanted,
               Progress& progress, Threads threads) {
  std::vector<uint64_t> ids;
  for (const auto& [id, content] : wanted) ids.push_back(id);
  std::ranges::sort(ids);
  std::mutex mutex;
  return readPieces<kIdBytes>(
      file, survey.pieces, progress, threads, [&] { return ArrayCollector<kIdBytes>(wanted, mutex); },
      [&ids](const Piece& piece) {
        const auto first = std::ranges::lower_bound(ids, piece.lowestId);
        return first != ids.end() && *first <= piece.highestId;
      });
}

}  // namespace

ObjectIndex follow(const Heap& heap, ObjectIndex object, const std::string& name) {
  ObjectIndex result;
  if (!object.exists()) return result;
  heap.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
    if (!result.exists() && heap.slotName(object, slot) == name) result = target;
  });
  return result;
}

Result<std::vector<std::string>> readStrings(const InputFile& file, const Survey& survey, const Heap& heap,
                                             const std::vector<ObjectIndex>& strings, Progress& progress,
                                             Threads threads) {
  std::vector<ObjectIndex> values;
  std::unordered_map<uint64_t, Content> wanted;
  for (const ObjectIndex string : strings) {
    values.push_back(follow(heap, string, "value"));
    if (values.back().exists()) wanted[heap.idOf(values.back()).value()];
  }
  std::vector<std::string> texts(strings.size());
  if (wanted.empty()) return texts;
  TRY(survey.header.idBytes == 8 ? collect<8>(file, survey, wanted, progress, threads)
                                 : collect<4>(file, survey, wanted, progress, threads));
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].exists()) texts[i] = decode(wanted[heap.idOf(values[i]).value()]);
  }
  return texts;
}

}  // namespace heaptrail::hprof
