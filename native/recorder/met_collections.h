// Which collection each object is in that a light walk goes through, and how large arrays of references are: both are
// known when a reference to the object is met, and needed when the walk goes through it.
//
// JVMTI does not say which object that is, unless it has a number. But HotSpot goes through the object first that it
// met last, and tells its class before anything else of it. So where each object of a class is met once, the one that
// it goes through is the last of these that it met and has not gone through yet: a stack for each class is all that
// there is to keep. Objects that are met by ways that do not hold them alone (holding_ways.h) have numbers instead.
// Where the walk goes through more or fewer than were met, a way was not like this: then the walk is to be done again,
// and learns.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "recorder/by_number.h"
#include "recorder/holding_ways.h"
#include "recorder/seen_objects.h"
#include "recorder/tags.h"

namespace heaptrail::recorder {

class MetCollections {
 public:
  /// `learns`: types of which each object gets a number, so that it is learned by which ways they are held.
  /// `forgets`: numbers of objects that are held alone are taken away, since no other point needs them.
  struct Learning {
    HoldingWays& ways;
    std::unordered_set<uint32_t> learns;
    bool learnsAllArrays = false;
    bool forgets = false;
  };

  /// How well something tells whose an object is; the first is best.
  enum class Holds : uint8_t { kWell, kAsView, kAsRoot };

  struct Met {
    uint32_t type = 0;
    bool isArray = false;
    HoldingWays::Way way = HoldingWays::kNone;
    uint64_t bytes = 0;
    uint32_t collection = 0;
    bool isInside = false;  // whether a part of the same collection refers to it
    Holds holds = Holds::kWell;
  };
  struct Known {
    uint64_t bytes = 0;
    uint32_t collection = 0;
  };
  struct Place {
    uint32_t collection = 0;
    uint64_t openNumber = 0;  // that of the object, where a better holder of it may still be met
  };

  MetCollections(ObjectNumbers& numbers, Learning learning) : numbers_(numbers), learning_(std::move(learning)) {}

  /// Where the object is, as far as it is known then.
  Place meet(const Met& met, jlong* tag);
  /// When the walk goes through it.
  Known goThrough(uint32_t type, bool isArray, jlong tag);
  /// At last, for open numbers.
  uint32_t collectionOf(uint64_t number) { return remembered_[number].known.collection; }

  /// Types that have to be learned. Of arrays of references each must have been counted once, or what was counted is
  /// not right; of others few may be in the wrong collection.
  std::unordered_set<uint32_t> toLearn();
  bool miscountsArrays() const;
  /// When the walk is over.
  void learn();

 private:
  struct Remembered {
    Known known;
    Holds holds = Holds::kWell;
    bool isInside = false;
    bool isGoneThrough = false;
  };
  struct OfType {
    std::vector<Known> stack;
    uint64_t met = 0;
    uint64_t goneThrough = 0;
    uint64_t homeless = 0;  // of these, in no collection
    bool isArray = false;
  };
  static bool isMiscounted(const OfType& known) { return known.isArray && known.met != known.goneThrough; }
  /// Of a way of which is learned.
  struct Uses {
    uint64_t objects = 0;
    uint64_t shared = 0;  // with others, from outside of the collection
    uint64_t led = 0;     // the walk to the object
  };

  OfType& ofType(uint32_t type, bool isArray);
  bool learns(const Met& met) const {
    return (learning_.learnsAllArrays && met.isArray) || learning_.learns.contains(met.type);
  }
  void meetAgain(const Met& met, uint64_t number);
  void meetLearned(const Met& met, uint64_t number, const Remembered& remembered);
  Place placeOf(uint64_t number);
  Known take(OfType& known, uint64_t number);

  ObjectNumbers& numbers_;
  Learning learning_;
  SeenObjects seen_;
  ByNumber<Remembered> remembered_;
  std::vector<OfType> types_;
  std::unordered_map<uint64_t, HoldingWays::Way> lastWay_;  // of objects of which is learned
  std::unordered_map<HoldingWays::Way, Uses> uses_;
};

}  // namespace heaptrail::recorder
