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

constexpr uint64_t kNowhere = ~uint64_t{0};

}  // namespace

CollectionEnd::CollectionEnd(const TypeTable& types, ReplayedHeap& heap, OpenCollection& collection,
                             const AroundCollection& around)
    : types_(types),
      heap_(heap),
      store_(heap.store),
      collection_(collection),
      around_(around),
      youngNumbers_(around.workspace.youngNumbers),
      oldNumbers_(around.workspace.oldNumbers),
      departures_(around.workspace.departures) {
  oldNumbers_.clear();
}

void CollectionEnd::apply() {
  firstYoung_ = store_.firstYoung();
  // Scavenges that fail leave copies behind, and they get rows, too.
  const uint64_t rows = store_.rows() + (collection_.failed.empty() ? 0 : collection_.moves.size());
  moved_ = BitSet(rows);
  dead_ = BitSet(rows);
  // An object moves once: a second move would give it a second place.
  around_.oddities.unknownMoves +=
      erase_if(collection_.moves, [this](const OpenCollection::Move& move) { return !moved_.insert(move.row); });
  if (collection_.isMajor()) {
    applyMajor();
  } else {
    applyMinor();
  }
  renumberOthers();
  std::ranges::sort(heap_.roots);
  const auto repeated = std::ranges::unique(heap_.roots);
  heap_.roots.erase(repeated.begin(), repeated.end());
}

/// Pointers lead to where objects are afterwards: so rows can get their numbers first, and the table be written anew.
void CollectionEnd::applyMajor() {
  dead_ = BitSet::full(moved_.size());
  dead_ -= moved_;
  for (const auto& [address, row] : collection_.born.rows()) dead_.clear(row);
  store_.addresses().clearAll();
  settle();
  if (store_.isSparse()) compact();
  heap_.used = {};
  takeNewPlaces();
  putBorn();
  giveReferences();
  giveRoots();
}

/// Pointers may lead to where objects were: both addresses must be known until they have been followed. So for a while
/// the rows that move have two entries each, one where they were and one where they will be. What is put where another
/// row was takes its entry; at the end the places where rows were leave the table.
void CollectionEnd::applyMinor() {
  recount_ = collection_.isSync() || collection_.keepsInPlace || !collection_.failed.empty();
  findDeadInCollectedSpaces();
  settleFailedSpaces();
  settle();
  takeNewPlaces();
  putBorn();
  giveReferences();
  giveRoots();
  leaveOldPlaces();
  if (store_.isSparse()) compact();
  if (recount_) heap_.recount(types_);
}

void CollectionEnd::findDeadInCollectedSpaces() {
  std::ranges::sort(collection_.failed, {}, &AddressRange::from);
  std::vector<AddressRange> emptied;
  std::ranges::copy_if(collection_.collected, std::back_inserter(emptied), [this](const AddressRange& range) {
    return !std::ranges::binary_search(collection_.failed, range.from, {}, &AddressRange::from);
  });
  emptied_ = RangeSet(std::move(emptied));
  for (const AddressRange& range : emptied_) {
    uint64_t bytes = 0;
    store_.addresses().renumberIn(range.from, range.to, [&](uint32_t row) {
      bytes += bytesOf(row);
      return diesUnlessMoved(row);
    });
    uint64_t& used = heap_.used[static_cast<size_t>(collection_.spaces.typeAt(range.from))];
    used -= std::min(used, bytes);
  }
}

/// What stays in the table of a row in a space that is emptied.
uint32_t CollectionEnd::diesUnlessMoved(uint32_t row) {
  if (moved_.test(row)) return row;
  dead_.set(row);
  return ObjectStore::kNone;
}

/// There was no room to move everything. What was not moved stays. G1 puts fillers over all else; Parallel leaves what
/// it has copied as objects that nobody refers to, until the full collection that follows.
void CollectionEnd::settleFailedSpaces() {
  if (collection_.failed.empty()) return;
  const RangeSet failed(collection_.failed);
  for (const AddressRange& range : failed) {
    std::vector<std::pair<uint64_t, uint32_t>> left;
    store_.addresses().forEachIn(range.from, range.to, [&](uint64_t address, uint32_t row) {
      if (moved_.test(row)) left.emplace_back(address, row);
    });
    std::ranges::sort(left);  // copies get their ids in this order, every time
    for (const auto& [address, row] : left) {
      store_.addresses().clear(address);
      if (!heap_.spaces.areRegions()) leaveCopy(address, row);
    }
  }
  std::vector<AddressRange> filled;
  for (const auto& [address, filler] : collection_.born.rows()) {
    if (failed.contains(address)) filled.push_back({address, address + bytesOf(filler)});
  }
  std::vector<AddressRange> emptied(emptied_.begin(), emptied_.end());
  for (const AddressRange& range : withoutOverlaps(std::move(filled))) {
    store_.addresses().renumberIn(range.from, range.to, [this](uint32_t row) { return diesUnlessMoved(row); });
    emptied.push_back(range);
  }
  emptied_ = RangeSet(std::move(emptied));
}

void CollectionEnd::leaveCopy(uint64_t address, uint32_t row) {
  const uint32_t copy = store_.add(store_[row], address);
  uint32_t previous = ObjectStore::kNone;
  if (copy != ObjectStore::kNone && !store_.addresses().set(address, copy, previous)) store_.kill(copy);
}

/// Gives rows that were young their numbers, in the table, too.
void CollectionEnd::settle() {
  AddressTable& addresses = store_.addresses();
  youngNumbers_.assign(store_.rows() - firstYoung_, ObjectStore::kNone);
  store_.settleYoung(dead_, heap_.collections, [&](uint32_t from, uint32_t to) {
    youngNumbers_[from - firstYoung_] = to;
    const uint64_t address = store_.youngAddress(from);
    uint32_t previous = ObjectStore::kNone;
    if (!emptied_.contains(address) && addresses.find(address) == from) addresses.set(address, to, previous);
  });
  dead_.forEachIn(0, firstYoung_, [this](uint64_t row) { store_.kill(static_cast<uint32_t>(row)); });
  for (const AddressRange& range : emptied_) {
    addresses.renumberIn(range.from, range.to, [this](uint32_t row) { return numberOf(row); });
  }
}

/// Which number a row has after `settle`, and after `compact` once that has run; kNone when it has gone.
uint32_t CollectionEnd::numberOf(uint32_t row) const {
  if (row >= firstYoung_) return youngNumbers_[row - firstYoung_];
  return oldNumbers_.empty() ? row : oldNumbers_[row];
}

/// The same for a row that must be alive; of others kNone.
uint32_t CollectionEnd::settled(uint32_t row) const {
  if (row == ObjectStore::kNone) return row;
  const uint32_t number = numberOf(row);
  return number == ObjectStore::kNone || store_.isDead(number) ? ObjectStore::kNone : number;
}

/// In the order of the events, which is none of addresses or rows: what a move needs is fetched some time before.
void CollectionEnd::takeNewPlaces() {
  constexpr size_t kAhead = 16;
  const auto& moves = collection_.moves;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (i + kAhead < moves.size()) {
      const OpenCollection::Move& later = moves[i + kAhead];
      store_.addresses().prefetch(later.to);
      if (later.row >= firstYoung_) {
        __builtin_prefetch(&youngNumbers_[later.row - firstYoung_]);
      } else if (!oldNumbers_.empty()) {
        __builtin_prefetch(&oldNumbers_[later.row]);
      }
    }
    const OpenCollection::Move& move = moves[i];
    const uint32_t row = numberOf(move.row);
    // What was lost before its turn came does not come back.
    if (row == ObjectStore::kNone || (loses_ && store_.isDead(row))) continue;
    put(move.to, row, move.bytes == OpenCollection::kTooLarge ? bytesOf(row) : move.bytes);
  }
}

void CollectionEnd::putBorn() {
  for (const auto& [address, row] : collection_.born.rows()) {
    if (moved_.test(row)) continue;
    // Those that were there at the end of a collection within this one have their place.
    if (!collection_.isMajor() && row < firstYoung_) continue;
    const uint32_t number = settled(row);
    if (number == ObjectStore::kNone) continue;
    if (store_.addresses().find(address) == ObjectStore::kNone) {
      put(address, number, bytesOf(number));
    } else {
      store_.kill(number);
    }
  }
}

void CollectionEnd::put(uint64_t address, uint32_t row, uint64_t bytes) {
  uint32_t previous = ObjectStore::kNone;
  if (!store_.addresses().set(address, row, previous)) {
    lose(row);
    ++around_.oddities.lostObjects;
    return;
  }
  if (emptied_.contains(address)) staying_.emplace_back(address, row);
  uint64_t& used = heap_.usedAt(address);
  used += bytes;
  if (previous == ObjectStore::kNone || previous == row) return;
  // Whoever is there only until it is moved away from there has another place.
  const uint64_t departure = departureOf(previous);
  if (departure != kNowhere && AddressTable::overlap(departure, address)) return;
  used -= std::min(used, bytesOf(previous));
  lose(previous);
  ++around_.oddities.overwritten;
}

/// Kills a row whose place another one takes, or that has none: it leaves the table where it was before, too.
void CollectionEnd::lose(uint32_t row) {
  AddressTable& addresses = store_.addresses();
  const uint64_t departure = departureOf(row);
  if (addresses.find(departure) == row) {
    addresses.clear(departure);
    recount_ = true;
  }
  store_.kill(row);
  loses_ = true;
}

/// Where a row is moved away from, or nowhere. Asked only of what is in another's way, which collectors hardly put
/// there.
uint64_t CollectionEnd::departureOf(uint32_t row) {
  if (!knowsDepartures_) {
    knowsDepartures_ = true;
    departures_.assign(store_.rows(), kNowhere);
    for (const OpenCollection::Move& move : collection_.moves) {
      const uint32_t number = numberOf(move.row);
      if (number != ObjectStore::kNone && move.from != move.to) departures_[number] = move.from;
    }
  }
  return departures_[row];
}

void CollectionEnd::giveReferences() {
  const bool regions = heap_.spaces.areRegions();
  const AddressTable& addresses = store_.addresses();
  uint64_t misfits = around_.early.resolve(
      types_, store_, {true, !regions},
      [this](uint64_t standsFor) { return settled(static_cast<uint32_t>(standsFor - 1)); }, [](uint64_t) {});
  around_.early.clear();
  misfits += collection_.pointers.resolve(
      types_, store_, {!collection_.isMajor(), !regions},
      [&addresses](uint64_t address) { return addresses.find(address); },
      [&addresses](uint64_t address) { addresses.prefetch(address); });
  around_.oddities.misfittingLists += misfits;
}

void CollectionEnd::giveRoots() {
  std::vector<HeldRoot> roots;
  if (!collection_.isMajor()) {
    // Collections of the young generation name the roots that lead there. What leads elsewhere is as it was.
    for (const HeldRoot& root : heap_.roots) {
      const uint32_t row = settled(root.row);
      if (row == ObjectStore::kNone || (!root.always && moved_.test(root.row))) continue;
      roots.push_back(root);
      roots.back().row = row;
    }
  }
  heap_.roots = std::move(roots);
  for (const OpenCollection::RootPointer& root : collection_.roots) {
    const uint32_t row = store_.addresses().find(root.address);
    if (row == ObjectStore::kNone) continue;
    heap_.hadRoots = true;
    if (root.list > kLastRootCategory) {
      heap_.roots.push_back({row, RootKind::kJavaFrame, heap_.threads.find(root.list), false});
      continue;
    }
    const RootCategory category = categoryOf(root.list, collection_.isMajor());
    heap_.roots.push_back({row, category.kind, ThreadNames::kNone, category.always});
  }
}

/// Young objects lie in spaces that are collected, and so do all that move. In a damaged trace they may not.
void CollectionEnd::leaveOldPlaces() {
  AddressTable& addresses = store_.addresses();
  for (const AddressRange& range : emptied_) addresses.clearRange(range.from, range.to);
  for (const OpenCollection::Move& move : collection_.moves) {
    if (emptied_.contains(move.from) || move.from == move.to) continue;
    const uint32_t row = numberOf(move.row);
    if (row == ObjectStore::kNone || addresses.find(move.from) != row) continue;
    addresses.clear(move.from);
    recount_ = true;
  }
  uint32_t previous = ObjectStore::kNone;
  for (const auto& [address, row] : staying_) {
    if (!store_.isDead(row)) addresses.set(address, row, previous);
  }
}

/// Takes dead rows out. Whoever knows rows learns where they went.
void CollectionEnd::compact() {
  store_.compact(oldNumbers_);
  for (uint32_t& number : youngNumbers_) {
    if (number != ObjectStore::kNone) number = oldNumbers_[number];
  }
  if (collection_.isMajor()) return;
  for (HeldRoot& root : heap_.roots) root.row = oldNumbers_[root.row];
}

/// A collection within which this one happened.
void CollectionEnd::renumberOthers() {
  for (OpenCollection& other : around_.others) {
    erase_if(other.moves, [&](OpenCollection::Move& move) {
      // Where such a move begins the object is not any more.
      if (!other.isMajor() && moved_.test(move.row)) return true;
      move.row = settled(move.row);
      return move.row == ObjectStore::kNone;
    });
    other.born.renumber([this](uint32_t row) { return settled(row); });
  }
}

}  // namespace heaptrail::anttracks
