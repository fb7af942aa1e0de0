#include "trace/anttracks/collection_end.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace heaptrail::anttracks {

namespace {

/// What a list of roots is, by its number. Collections of the young generation and full ones number them differently.
struct RootCategory {
  RootKind kind = RootKind::kVmInternal;
  bool always = false;
};

RootCategory categoryOf(uint64_t list, bool major) {
  switch (list) {
    case 2:
      return {RootKind::kJniGlobal};
    case 3:
      return {RootKind::kJavaFrame};
    case 4:
      return {RootKind::kMonitor};
    case 6:
      return major ? RootCategory{} : RootCategory{RootKind::kSystemClass, true};
    case 7:
      return major ? RootCategory{RootKind::kDebugger} : RootCategory{RootKind::kSystemClass, true};
    case 8:
      return major ? RootCategory{RootKind::kSystemClass, true} : RootCategory{};
    case 9:
      return major ? RootCategory{RootKind::kSystemClass, true} : RootCategory{RootKind::kDebugger};
    case 11:
      return {RootKind::kInternedString};
    default:
      return {};
  }
}

}  // namespace

void CollectionEnd::apply() {
  firstYoung_ = store_.firstYoung();
  // Scavenges that fail leave copies behind, and they get rows, too.
  const uint64_t rows = store_.rows() + (collection_.failed.empty() ? 0 : collection_.moves.size());
  moved_ = BitSet(rows);
  dead_ = BitSet(rows);
  // An object moves once: a second move would give it a second place.
  replay_.oddities_.unknownMoves +=
      std::erase_if(collection_.moves, [this](const OpenCollection::Move& move) { return !moved_.insert(move.row); });
  if (collection_.isMajor()) {
    applyMajor();
  } else {
    applyMinor();
  }
  renumberOthers();
  std::ranges::sort(replay_.roots_);
  const auto repeated = std::ranges::unique(replay_.roots_);
  replay_.roots_.erase(repeated.begin(), repeated.end());
}

template <typename RowAt>
void CollectionEnd::giveReferences(RowAt&& rowAt) {
  const bool regions = replay_.spaces_.areRegions();
  const PointerLists::Manner manner{!collection_.isMajor(), !regions};
  uint64_t misfits = replay_.early_.resolve(
      replay_.types_, store_, {true, !regions},
      [this](uint64_t standsFor) { return settled(static_cast<uint32_t>(standsFor - 1)); }, [](uint64_t) {});
  replay_.early_.clear();
  misfits += collection_.pointers.resolve(replay_.types_, store_, manner, rowAt,
                                          [this](uint64_t address) { store_.addresses().prefetch(address); });
  replay_.oddities_.misfittingLists += misfits;

  std::vector<Replay::HeldRoot> roots;
  if (!collection_.isMajor()) {
    // Collections of the young generation name the roots that lead there. What leads elsewhere is as it was.
    for (const Replay::HeldRoot& root : replay_.roots_) {
      const uint32_t row = settled(root.row);
      if (row == ObjectStore::kNone || (!root.always && moved_.test(root.row))) continue;
      roots.push_back(root);
      roots.back().row = row;
    }
  }
  replay_.roots_ = std::move(roots);
  for (const OpenCollection::RootPointer& root : collection_.roots) {
    const uint32_t row = rowAt(root.address);
    if (row == ObjectStore::kNone) continue;
    replay_.hadRoots_ = true;
    if (root.list > kLastRootCategory) {
      replay_.roots_.push_back({row, RootKind::kJavaFrame, replay_.threads_.find(root.list), false});
      continue;
    }
    const RootCategory category = categoryOf(root.list, collection_.isMajor());
    replay_.roots_.push_back({row, category.kind, ThreadNames::kNone, category.always});
  }
}

/// In the order of the events, which is none of addresses or rows: what a move needs is fetched some time before.
template <typename Visit>
void CollectionEnd::forEachMove(Visit&& visit) const {
  constexpr size_t kAhead = 16;
  const std::vector<OpenCollection::Move>& moves = collection_.moves;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (i + kAhead < moves.size()) {
      store_.addresses().prefetch(moves[i + kAhead].to);
      store_.prefetch(moves[i + kAhead].row);
    }
    visit(moves[i]);
  }
}

/// Pointers lead to where objects are afterwards: so rows can be numbered first.
void CollectionEnd::applyMajor() {
  for (uint32_t row = 0; row < store_.rows(); ++row) {
    if (!moved_.test(row)) dead_.set(row);
  }
  for (const auto& [address, row] : collection_.born) dead_.clear(row);
  store_.addresses().clearAll();
  settle();
  compact();
  replay_.used_ = {};
  forEachMove([this](const OpenCollection::Move& move) { putFinally(move.to, move.row); });
  for (const auto& [address, row] : bornByAddress()) {
    if (moved_.test(row)) continue;
    if (store_.addresses().find(address) == ObjectStore::kNone) {
      putFinally(address, row);
    } else {
      store_.kill(settled(row));
    }
  }
  giveReferences([this](uint64_t address) { return store_.addresses().find(address); });
}

/// Pointers may lead to where objects were: both addresses must be known until they have been followed. So for a while
/// the rows that move have two entries each, one where they were and one where they will be; young ones among them are
/// told by their old numbers. What is put where another row was takes its entry; then the dead ones in the spaces that
/// are emptied, and where rows were, leave the table, and only then are new numbers written.
void CollectionEnd::applyMinor() {
  recount_ = collection_.isSync() || collection_.keepsInPlace || !collection_.failed.empty();
  findDeadInCollectedSpaces();
  settleFailedSpaces();
  putMoved();
  putBorn();
  settle();
  giveReferences([this](uint64_t address) { return settled(store_.addresses().find(address)); });
  leaveOldPlaces();
  takeNewPlaces();
  if (store_.isSparse()) compact();
  if (recount_) replay_.recount();
}

void CollectionEnd::findDeadInCollectedSpaces() {
  std::ranges::sort(collection_.failed, {}, &AddressRange::from);
  std::ranges::copy_if(collection_.collected, std::back_inserter(emptied_), [this](const AddressRange& range) {
    return !std::ranges::binary_search(collection_.failed, range.from, {}, &AddressRange::from);
  });
  emptied_ = withoutOverlaps(std::move(emptied_));
  for (const AddressRange& range : emptied_) {
    uint64_t& used = replay_.used_[static_cast<size_t>(collection_.spaces.typeAt(range.from))];
    store_.addresses().forEachIn(range.from, range.to, [&](uint64_t, uint32_t row) {
      if (!store_.isDead(row)) used -= std::min(used, replay_.bytesOf(row));
      if (!moved_.test(row)) dead_.set(row);
    });
  }
}

/// There was no room to move everything. What was not moved stays. G1 puts fillers over all else; Parallel leaves what
/// it has copied as objects that nobody refers to, until the full collection that follows.
void CollectionEnd::settleFailedSpaces() {
  const std::vector<AddressRange> failed = withoutOverlaps(collection_.failed);
  for (const AddressRange& range : failed) {
    std::vector<std::pair<uint64_t, uint32_t>> left;
    store_.addresses().forEachIn(range.from, range.to, [&](uint64_t address, uint32_t row) {
      if (moved_.test(row)) left.emplace_back(address, row);
    });
    std::ranges::sort(left);  // copies get their ids in this order, every time
    for (const auto& [address, row] : left) {
      store_.addresses().clear(address);
      if (!replay_.spaces_.areRegions()) leaveCopy(address, row);
    }
  }
  std::vector<AddressRange> filled;
  for (const auto& [address, filler] : collection_.born) {
    const auto behind = std::ranges::upper_bound(failed, address, {}, &AddressRange::from);
    if (behind == failed.begin() || !std::prev(behind)->contains(address)) continue;
    filled.push_back({address, address + replay_.bytesOf(filler)});
  }
  for (const AddressRange& range : withoutOverlaps(std::move(filled))) {
    store_.addresses().forEachIn(range.from, range.to, [&](uint64_t, uint32_t row) {
      if (!moved_.test(row)) dead_.set(row);
    });
    emptied_.push_back(range);
  }
}

void CollectionEnd::leaveCopy(uint64_t address, uint32_t row) {
  const uint32_t copy = store_.add(store_[row], address);
  uint32_t previous = ObjectStore::kNone;
  if (copy != ObjectStore::kNone && !store_.addresses().set(address, copy, previous)) store_.kill(copy);
}

void CollectionEnd::put(uint64_t address, uint32_t row) {
  uint32_t previous = ObjectStore::kNone;
  if (!store_.addresses().set(address, row, previous)) {
    dead_.set(row);
    ++replay_.oddities_.lostObjects;
    return;
  }
  if (previous == ObjectStore::kNone || previous == row || moved_.test(previous) || dead_.test(previous)) return;
  dead_.set(previous);
  recount_ = true;
  ++replay_.oddities_.overwritten;
}

void CollectionEnd::putFinally(uint64_t address, uint32_t row) {
  const uint32_t place = settled(row);
  uint32_t previous = ObjectStore::kNone;
  if (!store_.addresses().set(address, place, previous)) {
    store_.kill(place);
    ++replay_.oddities_.lostObjects;
    return;
  }
  const uint64_t bytes = replay_.bytesOf(place);
  replay_.used_[static_cast<size_t>(replay_.spaces_.typeAt(address))] += bytes;
  if (previous == ObjectStore::kNone || previous == place || store_.isDead(previous)) return;
  uint64_t& used = replay_.used_[static_cast<size_t>(replay_.spaces_.typeAt(address))];
  used -= std::min(used, replay_.bytesOf(previous));
  store_.kill(previous);
  ++replay_.oddities_.overwritten;
}

void CollectionEnd::putMoved() {
  forEachMove([this](const OpenCollection::Move& move) {
    put(move.to, move.row);
    if (!recount_) {
      replay_.used_[static_cast<size_t>(replay_.spaces_.typeAt(move.to))] += replay_.bytesOf(move.row);
    }
  });
}

std::vector<std::pair<uint64_t, uint32_t>> CollectionEnd::bornByAddress() const {
  std::vector<std::pair<uint64_t, uint32_t>> born(collection_.born.begin(), collection_.born.end());
  std::ranges::sort(born);
  return born;
}

void CollectionEnd::putBorn() {
  for (const auto& [address, row] : bornByAddress()) {
    // Those that were there at the end of a collection within this one have their place.
    if (moved_.test(row) || row < firstYoung_) continue;
    const uint32_t there = store_.addresses().find(address);
    if (there != ObjectStore::kNone && !dead_.test(there)) {
      dead_.set(row);
      continue;
    }
    put(address, row);
    replay_.used_[static_cast<size_t>(replay_.spaces_.typeAt(address))] += replay_.bytesOf(row);
  }
}

/// Where a row is after `settle`, and after `compact` once that has run; kNone when its object is dead.
uint32_t CollectionEnd::settled(uint32_t row) const {
  if (row == ObjectStore::kNone) return row;
  uint32_t place = row;
  if (row >= firstYoung_) {
    place = youngPlaces_[row - firstYoung_];
  } else if (dead_.test(row)) {
    return ObjectStore::kNone;
  }
  if (place == ObjectStore::kNone) return place;
  if (!places_.empty()) return places_[place];
  return store_.isDead(place) ? ObjectStore::kNone : place;
}

void CollectionEnd::settle() {
  youngPlaces_.assign(store_.rows() - firstYoung_, ObjectStore::kNone);
  store_.settleYoung(dead_, replay_.collections_, [&](uint32_t from, uint32_t to) {
    youngPlaces_[from - firstYoung_] = to;
    if (!moved_.test(from)) youngInPlace_.emplace_back(store_.youngAddress(from), to);
  });
  dead_.forEachIn(0, firstYoung_, [this](uint64_t row) { store_.kill(static_cast<uint32_t>(row)); });
}

/// Young objects lie in spaces that are collected, and so do all that move. In a damaged trace they may not.
void CollectionEnd::leaveOldPlaces() {
  for (const AddressRange& range : emptied_) store_.addresses().clearRange(range.from, range.to);
  for (const OpenCollection::Move& move : collection_.moves) {
    if (store_.addresses().find(move.from) != move.row) continue;
    store_.addresses().clear(move.from);
    recount_ = true;
  }
}

void CollectionEnd::takeNewPlaces() {
  uint32_t previous = ObjectStore::kNone;
  forEachMove([&](const OpenCollection::Move& move) {
    const uint32_t row = settled(move.row);
    if (row != ObjectStore::kNone) store_.addresses().set(move.to, row, previous);
  });
  for (const auto& [address, row] : youngInPlace_) store_.addresses().set(address, row, previous);
}

/// Takes dead rows out. Whoever knows rows learns where they went.
void CollectionEnd::compact() {
  places_ = store_.compact();
  if (collection_.isMajor()) return;
  for (Replay::HeldRoot& root : replay_.roots_) root.row = places_[root.row];
}

/// A collection within which this one happened.
void CollectionEnd::renumberOthers() {
  for (OpenCollection& other : replay_.open_) {
    std::erase_if(other.moves, [&](OpenCollection::Move& move) {
      // Where such a move begins the object is not any more.
      if (!other.isMajor() && moved_.test(move.row)) return true;
      move.row = settled(move.row);
      return move.row == ObjectStore::kNone;
    });
    for (auto entry = other.born.begin(); entry != other.born.end();) {
      entry->second = settled(entry->second);
      entry = entry->second == ObjectStore::kNone ? other.born.erase(entry) : std::next(entry);
    }
  }
}

}  // namespace heaptrail::anttracks
