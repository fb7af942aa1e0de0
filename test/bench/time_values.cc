// Reads every value of every object of a heap dump and compares it with what the simplest reader of the file sees, and
// says how long one object takes and what finding it costs in memory.
//
//   time_values DUMP [PACKED]      reads the values from PACKED, which unpacks to DUMP; prints JSON: objects compared,
//   wrong ones, microseconds per object, bytes of positions
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "trace/open.h"

namespace {

using namespace heaptrail;

/// The whole file in memory, read record by record. Only for sound files: there are no checks.
class SimpleReader {
 public:
  explicit SimpleReader(std::vector<uint8_t> file) : file_(std::move(file)) {}

  std::unordered_map<uint64_t, std::vector<StoredValue>> values;
  std::unordered_map<uint64_t, std::vector<StaticValue>> statics;

  void read() {
    while (file_[at_] != 0) ++at_;
    ++at_;
    idBytes_ = static_cast<uint32_t>(number(4));
    at_ += 8;
    while (at_ < file_.size()) {
      const uint64_t tag = number(1);
      at_ += 4;
      const uint64_t length = number(4);
      const uint64_t end = at_ + length;
      if (tag == 0x01) {
        const uint64_t id = number(idBytes_);
        names_[id] = fromModifiedUtf8({file_.data() + at_, end - at_});
      }
      while ((tag == 0x0c || tag == 0x1c) && at_ < end) heapRecord();
      at_ = end;
    }
    // Classes may come after their instances.
    for (const auto& [id, body] : instances_) {
      at_ = body.at;
      std::vector<StoredValue>& fields = values[id];
      for (uint64_t type = body.type; type != 0; type = classes_[type].super) {
        for (const uint64_t code : classes_[type].fields) fields.push_back(value(code));
      }
    }
  }

 private:
  struct Class {
    uint64_t super = 0;
    std::vector<uint64_t> fields;
  };
  struct Body {
    uint64_t type = 0;
    uint64_t at = 0;
  };

  uint64_t number(uint32_t bytes) {
    uint64_t result = 0;
    for (uint32_t i = 0; i < bytes; ++i) result = result << 8 | file_[at_++];
    return result;
  }

  StoredValue value(uint64_t code) {
    switch (code) {
      case 4:
        return {ValueKind::kBoolean, number(1)};
      case 5:
        return {ValueKind::kChar, number(2)};
      case 6:
        return {ValueKind::kFloat, number(4)};
      case 7:
        return {ValueKind::kDouble, number(8)};
      case 8:
        return {ValueKind::kByte, number(1)};
      case 9:
        return {ValueKind::kShort, number(2)};
      case 10:
        return {ValueKind::kInt, number(4)};
      case 11:
        return {ValueKind::kLong, number(8)};
      default:
        return {ValueKind::kReference, number(idBytes_)};
    }
  }

  void elements(uint64_t id, uint64_t code, uint64_t length) {
    for (uint64_t i = 0; i < length; ++i) values[id].push_back(value(code));
  }

  void heapRecord() {
    const uint64_t tag = number(1);
    if (tag == 0x21) {
      const uint64_t id = number(idBytes_);
      at_ += 4;
      const uint64_t type = number(idBytes_);
      const uint64_t bytes = number(4);
      instances_[id] = {type, at_};
      at_ += bytes;
    } else if (tag == 0x22) {
      const uint64_t id = number(idBytes_);
      at_ += 4;
      const uint64_t length = number(4);
      at_ += idBytes_;
      elements(id, 2, length);
    } else if (tag == 0x23) {
      const uint64_t id = number(idBytes_);
      at_ += 4;
      const uint64_t length = number(4);
      elements(id, number(1), length);
    } else if (tag == 0x20) {
      classDump();
    } else {
      at_ += idBytes_ + detailBytes(tag);
    }
  }

  uint64_t detailBytes(uint64_t root) const {
    switch (root) {
      case 0x01:
        return idBytes_;
      case 0x02:
      case 0x03:
      case 0x08:
        return 8;
      case 0x04:
      case 0x06:
        return 4;
      default:
        return 0;
    }
  }

  void classDump() {
    const uint64_t id = number(idBytes_);
    at_ += 4;
    Class& description = classes_[id];
    description.super = number(idBytes_);
    at_ += 5 * idBytes_ + 4;
    for (uint64_t i = number(2); i > 0; --i) {
      at_ += 2;
      value(number(1));
    }
    std::vector<StaticValue>& fields = statics[id];
    for (uint64_t i = number(2); i > 0; --i) {
      const std::string& name = names_[number(idBytes_)];
      fields.push_back({name, value(number(1))});
    }
    for (uint64_t i = number(2); i > 0; --i) {
      at_ += idBytes_;
      description.fields.push_back(number(1));
    }
  }

  std::vector<uint8_t> file_;
  uint64_t at_ = 0;
  uint32_t idBytes_ = 8;
  std::unordered_map<uint64_t, std::string> names_;
  std::unordered_map<uint64_t, Class> classes_;
  std::unordered_map<uint64_t, Body> instances_;
};

bool isRight(const Heap& heap, const StoredValues& values, SimpleReader& truth, ObjectIndex object) {
  const uint64_t id = heap.idOf(object).value();
  if (heap.typeOfClassObject(object).exists()) {
    const auto found = values.staticFields(object);
    const auto same = [](const StaticValue& a, const StaticValue& b) { return a.name == b.name && a.value == b.value; };
    return found && std::ranges::equal(*found, truth.statics[id], same);
  }
  const bool isArray = heap.symbols()[heap.typeOf(object)].shape != TypeShape::kInstance;
  const auto found = isArray ? values.elements(object, 0, heap.lengthOf(object)) : values.fields(object);
  return found && *found == truth.values[id];
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 && count != 3) {
    fmt::print(stderr, "usage: time_values DUMP [PACKED]\n");
    return 2;
  }
  Progress progress;
  const auto trace = openTrace({arguments[count - 1]}, progress);
  if (!trace) {
    fmt::print(stderr, "{}\n", trace.error().describe());
    return 3;
  }
  const auto point = (*trace)->heapAt(PointIndex(0), progress, Threads(1));
  if (!point) {
    fmt::print(stderr, "{}\n", point.error().describe());
    return 3;
  }
  const Heap& heap = *point->heap;
  const auto values = (*trace)->valuesAt(PointIndex(0), heap);
  if (!values || *values == nullptr) {
    fmt::print(stderr, "{}: values cannot be read\n", arguments[1]);
    return 3;
  }
  std::ifstream file(arguments[1], std::ios::binary);
  SimpleReader truth({std::istreambuf_iterator<char>(file), {}});
  truth.read();

  uint64_t wrong = 0;
  for (uint32_t i = 0; i < heap.objectCount(); ++i) wrong += isRight(heap, **values, truth, ObjectIndex(i)) ? 0 : 1;
  // Without the comparison, and spread over the file.
  constexpr uint32_t kTimed = 2000;
  const uint32_t step = std::max(heap.objectCount() / kTimed, 1U);
  uint32_t timed = 0;
  const auto start = std::chrono::steady_clock::now();
  for (uint32_t i = 0; i < heap.objectCount(); i += step, ++timed) {
    const ObjectIndex object(i);
    const bool isArray = heap.symbols()[heap.typeOf(object)].shape != TypeShape::kInstance;
    if (heap.typeOfClassObject(object).exists()) continue;
    if (!(isArray ? (*values)->elements(object, 0, 100) : (*values)->fields(object))) ++wrong;
  }
  const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
  fmt::print(R"({{"objects":{},"wrong":{},"microsecondsEach":{:.1f},"positionBytes":{}}})"
             "\n",
             heap.objectCount(), wrong, taken.count() / timed, heap.parts().records.bytes());
  return 0;
}
