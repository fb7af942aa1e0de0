#include "trace/anttracks/anttracks_builder.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace heaptrail::test {

namespace {

void append(TraceBytes& to, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) to.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

void append(TraceBytes& to, std::string_view text) { to.insert(to.end(), text.begin(), text.end()); }

void appendFields(TraceBytes& to, const std::vector<FieldText>& fields, bool descending) {
  append(to, fields.size(), 4);
  for (size_t i = 0; i < fields.size(); ++i) {
    const size_t index = descending ? fields.size() - 1 - i : i;
    append(to, index, 4);
    append(to, fields[index].descriptor);
    append(to, fields[index].name + " ");
    append(to, fields[index].isStatic ? 8 : 0, 2);
  }
}

class BitWriter {
 public:
  void write(uint32_t value, unsigned width) {
    for (unsigned bit = width; bit-- > 0;) {
      if (used_ == 0) bytes_.push_back(0);
      bytes_.back() = static_cast<uint8_t>(bytes_.back() | (value >> bit & 1) << (7 - used_));
      used_ = (used_ + 1) % 8;
    }
  }
  TraceBytes take() { return std::move(bytes_); }

 private:
  TraceBytes bytes_;
  unsigned used_ = 0;
};

}  // namespace

TraceBytes packLzw(const TraceBytes& plain) {
  std::map<std::string, uint32_t> codes;
  for (uint32_t c = 0; c < 256; ++c) codes[std::string(1, static_cast<char>(c))] = c;
  BitWriter out;
  unsigned width = 8;
  const auto widen = [&] {
    out.write((1U << width) - 1, width);
    ++width;
  };
  const auto write = [&](uint32_t code) {
    while (code >= (1U << width) - 2) widen();
    out.write(code, width);
  };
  std::string known;
  for (const uint8_t byte : plain) {
    const std::string longer = known + static_cast<char>(byte);
    if (codes.contains(longer)) {
      known = longer;
      continue;
    }
    write(codes[known]);
    codes.emplace(longer, static_cast<uint32_t>(codes.size()));
    known = std::string(1, static_cast<char>(byte));
  }
  if (!known.empty()) write(codes[known]);
  widen();
  out.write(0, width);
  return out.take();
}

void AntTracksEvents::word(uint32_t value) { append(bytes_, value, 4); }

AntTracksEvents& AntTracksEvents::event(Event event, uint32_t rest, std::initializer_list<uint32_t> more) {
  word(static_cast<uint32_t>(event) << 26 | rest);
  for (const uint32_t value : more) word(value);
  return *this;
}

AntTracksEvents& AntTracksEvents::wides(Event which, uint32_t rest, const std::vector<uint64_t>& values) {
  event(which, rest);
  for (const uint64_t value : values) append(bytes_, value, 8);
  return *this;
}

AntTracksEvents& AntTracksEvents::space(uint32_t index, uint64_t bottom, uint64_t bytes, anttracks::SpaceType type) {
  event(Event::kSpaceCreate, 0, {index});
  append(bytes_, bottom, 8);
  append(bytes_, bytes, 8);
  return event(Event::kSpaceAlloc, static_cast<uint32_t>(type) << 18, {index});
}

AntTracksEvents& AntTracksEvents::thread(uint64_t address, std::string_view name) {
  wides(Event::kThreadAlive, 3U << 8, {address});
  for (size_t at = 0; at <= name.size(); at += 4) {
    uint32_t four = 0;
    for (size_t i = 0; i < 4; ++i) four = four << 8 | (at + i < name.size() ? static_cast<uint8_t>(name[at + i]) : 0U);
    word(four);
  }
  return *this;
}

AntTracksEvents& AntTracksEvents::array(uint32_t site, uint32_t length) {
  event(Event::kC1AllocFast, site << 8 | std::min(length, 255U));
  if (length >= 255) word(length);
  return *this;
}

AntTracksEvents& AntTracksEvents::objectAt(uint64_t address, uint32_t type, uint32_t length, uint32_t classBytes) {
  wides(Event::kAllocSlow, 1U << 8 | std::min(length, 255U), {address});
  if (length >= 255) word(length);
  word(type);
  if (classBytes > 0) word(classBytes);
  return *this;
}

AntTracksEvents& AntTracksEvents::gcStart(anttracks::GcType type, uint32_t id, uint64_t base) {
  event(Event::kGcStart, static_cast<uint32_t>(type) << 16 | 14U << 8, {id});
  append(bytes_, uint64_t{id} * 100, 8);
  append(bytes_, base, 8);
  return *this;
}

AntTracksEvents& AntTracksEvents::gcEnd(anttracks::GcType type, uint32_t id) {
  event(Event::kGcEnd, static_cast<uint32_t>(type) << 16 | 14U << 8, {id});
  append(bytes_, uint64_t{id} * 100 + 5, 8);
  append(bytes_, 0, 8);
  return *this;
}

AntTracksEvents& AntTracksEvents::pointers(Event first, Event more, const std::vector<uint64_t>& head,
                                           const std::vector<uint64_t>& pointers) {
  size_t next = 0;
  do {
    const size_t count = std::min<size_t>(pointers.size() - next, anttracks::kPointersPerEvent);
    uint32_t kinds = 0;
    for (size_t i = 0; i < count; ++i) kinds |= (pointers[next + i] == 0 ? 3U : 2U) << (22 - 2 * i);
    if (next == 0) {
      wides(first, kinds, head);
    } else {
      wides(more, kinds, {head.back()});
    }
    for (size_t i = 0; i < count; ++i) {
      if (pointers[next + i] != 0) append(bytes_, pointers[next + i], 8);
    }
    next += count;
  } while (next < pointers.size());
  return *this;
}

AntTracksEvents& AntTracksEvents::move(uint64_t from, uint64_t to, const std::vector<uint64_t>& list) {
  return pointers(Event::kMoveSlowPointers, Event::kObjectPointers, {from, to}, list);
}
AntTracksEvents& AntTracksEvents::keep(uint64_t address, const std::vector<uint64_t>& list) {
  return pointers(Event::kKeepAlivePointers, Event::kObjectPointers, {address}, list);
}
AntTracksEvents& AntTracksEvents::oldObject(uint64_t address, const std::vector<uint64_t>& list) {
  return pointers(Event::kOldObjectPointers, Event::kOldObjectPointers, {address}, list);
}
AntTracksEvents& AntTracksEvents::chunk(uint64_t array, const std::vector<uint64_t>& list) {
  return pointers(Event::kArrayPointers, Event::kArrayPointers, {array}, list);
}
AntTracksEvents& AntTracksEvents::roots(uint64_t category, const std::vector<uint64_t>& list) {
  return pointers(Event::kRootPointers, Event::kRootPointers, {category}, list);
}

AntTracksBuilder& AntTracksBuilder::cause(uint32_t id, std::string_view name) {
  append(symbols_, 17, 1);
  append(symbols_, id, 4);
  append(symbols_, name);
  append(symbols_, 0, 1);
  append(symbols_, 1, 1);
  return *this;
}

AntTracksBuilder& AntTracksBuilder::arrayType(uint32_t id, std::string_view signature, uint32_t headerBytes,
                                              uint32_t element) {
  return type(id, signature, headerBytes << 8 | element, {});
}

AntTracksBuilder& AntTracksBuilder::type(uint32_t id, std::string_view signature, uint32_t bytes,
                                         const std::vector<std::vector<FieldText>>& lists) {
  append(symbols_, 24, 1);
  append(symbols_, id, 4);
  append(symbols_, signature);
  append(symbols_, bytes, 4);
  for (size_t level = 0; level < lists.size(); ++level) {
    append(symbols_, level == 0 ? 56 : 57, 1);
    appendFields(symbols_, lists[level], true);
  }
  return *this;
}

AntTracksBuilder& AntTracksBuilder::mirror(uint32_t id, uint32_t bytes, std::string_view of,
                                           const std::vector<FieldText>& fields) {
  type(id, "Ljava/lang/Class;", bytes, {});
  append(symbols_, 55, 1);
  append(symbols_, of);
  if (of.starts_with('L')) {
    appendFields(symbols_, fields, false);
    append(symbols_, 57, 1);
    appendFields(symbols_, {}, false);
  }
  return *this;
}

AntTracksBuilder& AntTracksBuilder::site(uint32_t id, uint32_t type,
                                         const std::vector<std::pair<std::string, uint32_t>>& frames) {
  append(symbols_, 42, 1);
  if (id < 0x8000) {
    append(symbols_, id, 2);
  } else {
    append(symbols_, id >> 8, 2);
    append(symbols_, id, 1);
  }
  append(symbols_, frames.size(), 4);
  for (const auto& [signature, bci] : frames) {
    append(symbols_, signature);
    append(symbols_, bci, 4);
  }
  append(symbols_, type, 4);
  return *this;
}

AntTracksBuilder& AntTracksBuilder::classFile(uint32_t type, const TraceBytes& bytes) {
  append(classes_, 14, 1);
  append(classes_, type, 4);
  append(classes_, bytes.size(), 4);
  classes_.insert(classes_.end(), bytes.begin(), bytes.end());
  return *this;
}

AntTracksBuilder& AntTracksBuilder::frame(uint64_t owner, const AntTracksEvents& events, bool packed) {
  return rawFrame(owner, packed ? packLzw(events.bytes()) : events.bytes(), packed);
}

AntTracksBuilder& AntTracksBuilder::rawFrame(uint64_t owner, const TraceBytes& bytes, bool packed) {
  TraceBytes& trace = traces_.back().second;
  append(trace, owner, 8);
  append(trace, bytes.size() | (packed ? uint64_t{1} << 31 : 0), 4);
  trace.insert(trace.end(), bytes.begin(), bytes.end());
  return *this;
}

AntTracksBuilder& AntTracksBuilder::nextFile(uint32_t number) {
  traces_.emplace_back(number, TraceBytes());
  return *this;
}

TraceBytes AntTracksBuilder::header(anttracks::FileKind kind, uint32_t number) const {
  constexpr uint32_t kRunWords = 42;
  TraceBytes bytes;
  append(bytes, anttracks::kMagic, 4);
  append(bytes, kRunWords, 4);
  for (uint32_t i = 0; i < kRunWords; ++i) append(bytes, run_ + i, 4);
  append(bytes, static_cast<uint32_t>(kind), 4);
  append(bytes, number, 4);
  if (kind == anttracks::FileKind::kSymbols) append(bytes, 8, 4);
  if (kind != anttracks::FileKind::kTrace) append(bytes, 0, 1);
  return bytes;
}

std::map<std::string, TraceBytes> AntTracksBuilder::files() const {
  std::map<std::string, TraceBytes> files;
  const auto add = [&](const std::string& name, TraceBytes head, const TraceBytes& content) {
    head.insert(head.end(), content.begin(), content.end());
    files[name] = std::move(head);
  };
  add("symbols", header(anttracks::FileKind::kSymbols, pointers_ ? anttracks::kHasPointers : 0), symbols_);
  add("class_definitions", header(anttracks::FileKind::kClassDefinitions, 0), classes_);
  for (const auto& [number, content] : traces_) {
    // Names are taken in turns, and do not tell the order.
    const std::string name = traces_.size() == 1 ? "trace" : "trace_" + std::to_string(number % 3);
    add(name, header(anttracks::FileKind::kTrace, number), content);
  }
  return files;
}

TraceFolderOnDisk::TraceFolderOnDisk(const std::map<std::string, TraceBytes>& files) {
  std::string name = (std::filesystem::temp_directory_path() / "heaptrail-anttracks-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
  for (const auto& [file, content] : files) {
    std::ofstream(path_ / file, std::ios::binary)
        .write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
  }
}

TraceFolderOnDisk::~TraceFolderOnDisk() { std::filesystem::remove_all(path_); }

}  // namespace heaptrail::test
