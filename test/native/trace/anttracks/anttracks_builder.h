// Writes small traces as the AntTracks VM would: symbols, class definitions, and trace files made of events.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "trace/anttracks/format.h"

namespace heaptrail::test {

using TraceBytes = std::vector<uint8_t>;

// Where tests put their old generation and their eden space.
inline constexpr uint64_t kOld = 0x100000000;
inline constexpr uint64_t kEden = 0x200000000;

/// Packs as the VM packs a frame.
TraceBytes packLzw(const TraceBytes& plain);

/// The words of a frame.
class AntTracksEvents {
 public:
  using Event = anttracks::Event;

  AntTracksEvents& event(Event event, uint32_t rest, std::initializer_list<uint32_t> more = {});

  AntTracksEvents& space(uint32_t index, uint64_t bottom, uint64_t bytes, anttracks::SpaceType type);
  AntTracksEvents& thread(uint64_t address, std::string_view name);
  AntTracksEvents& tlab(uint64_t start, uint64_t bytes) { return wides(Event::kTlabAlloc, 0, {bytes, start}); }
  AntTracksEvents& plab(uint64_t start, uint64_t bytes) { return wides(Event::kPlabAlloc, 0, {bytes, start}); }
  AntTracksEvents& instance(uint32_t bigSite) { return event(Event::kInterpreterAllocFast, bigSite); }
  AntTracksEvents& array(uint32_t site, uint32_t length);
  /// By the VM: with its own type, and its size in bytes where that is a class object.
  AntTracksEvents& objectAt(uint64_t address, uint32_t type, uint32_t length = 0, uint32_t classBytes = 0);
  AntTracksEvents& gcStart(anttracks::GcType type, uint32_t id, uint64_t base = 0);
  AntTracksEvents& gcEnd(anttracks::GcType type, uint32_t id);
  AntTracksEvents& collects(uint32_t space, uint32_t gc) { return event(Event::kGcInfo, space, {gc}); }
  AntTracksEvents& fails(uint32_t space) { return event(Event::kGcFailed, space); }
  AntTracksEvents& move(uint64_t from, uint64_t to) { return wides(Event::kMoveSlow, 0, {from, to}); }
  AntTracksEvents& moves(uint32_t count, uint64_t from, uint64_t to) {
    return wides(Event::kMoveRegion, count, {from, to});
  }
  /// With pointers, all of them absolute; 0 is null.
  AntTracksEvents& move(uint64_t from, uint64_t to, const std::vector<uint64_t>& pointers);
  AntTracksEvents& keep(uint64_t address, const std::vector<uint64_t>& pointers);
  AntTracksEvents& oldObject(uint64_t address, const std::vector<uint64_t>& pointers);
  AntTracksEvents& chunk(uint64_t array, const std::vector<uint64_t>& pointers);
  AntTracksEvents& roots(uint64_t list, const std::vector<uint64_t>& pointers);

  const TraceBytes& bytes() const { return bytes_; }

 private:
  AntTracksEvents& wides(Event event, uint32_t rest, const std::vector<uint64_t>& values);
  AntTracksEvents& pointers(Event first, Event more, const std::vector<uint64_t>& head,
                            const std::vector<uint64_t>& pointers);
  void word(uint32_t value);

  TraceBytes bytes_;
};

/// A field: descriptor with dots, name, whether it is static.
struct FieldText {
  std::string descriptor;
  std::string name;
  bool isStatic = false;
};

class AntTracksBuilder {
 public:
  static constexpr uint32_t kBigSite = 0x80000d;  // the first of those for instances

  explicit AntTracksBuilder(uint32_t run = 4711, bool pointers = true) : run_(run), pointers_(pointers) {}

  AntTracksBuilder& cause(uint32_t id, std::string_view name);
  AntTracksBuilder& arrayType(uint32_t id, std::string_view signature, uint32_t header, uint32_t element);
  /// `lists`: its own fields, those of its superclass, and so on.
  AntTracksBuilder& type(uint32_t id, std::string_view signature, uint32_t bytes,
                         const std::vector<std::vector<FieldText>>& lists);
  AntTracksBuilder& mirror(uint32_t id, uint32_t bytes, std::string_view of, const std::vector<FieldText>& fields);
  AntTracksBuilder& site(uint32_t id, uint32_t type, const std::vector<std::pair<std::string, uint32_t>>& frames);
  AntTracksBuilder& classFile(uint32_t type, const TraceBytes& bytes);

  AntTracksBuilder& frame(uint64_t owner, const AntTracksEvents& events, bool packed = false);
  AntTracksBuilder& rawFrame(uint64_t owner, const TraceBytes& bytes, bool packed);
  /// What comes then goes to another file; `number` of its place in the order.
  AntTracksBuilder& nextFile(uint32_t number);

  /// By name.
  std::map<std::string, TraceBytes> files() const;

 private:
  TraceBytes header(anttracks::FileKind kind, uint32_t number) const;

  uint32_t run_;
  bool pointers_;
  TraceBytes symbols_;
  TraceBytes classes_;
  std::vector<std::pair<uint32_t, TraceBytes>> traces_{{0, {}}};
};

/// A folder with these files, for as long as a test needs it.
class TraceFolderOnDisk {
 public:
  explicit TraceFolderOnDisk(const std::map<std::string, TraceBytes>& files);
  ~TraceFolderOnDisk();
  TraceFolderOnDisk(const TraceFolderOnDisk&) = delete;
  TraceFolderOnDisk& operator=(const TraceFolderOnDisk&) = delete;

  std::string path() const { return path_.string(); }
  std::string file(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace heaptrail::test
