// The program's own lines that made some objects: of each object that tells where it was allocated the innermost frame
// that is the program's, outside constructors of what is built, so that the line that says `new` counts, and outside
// classes that a compiler made, which have no lines.
//
// Where only samples tell, each stands for many objects (Heap::sampleWeight), and shares are estimates.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "growth/own_packages.h"
#include "model/heap.h"

namespace heaptrail {

struct ProgramLine {
  Frame frame;
  double share = 0;      // of the bytes of the objects asked about, 0…1
  uint64_t samples = 0;  // objects that told it
};

/// The frame to show first of where something was allocated that a container of another type holds; null where there is
/// none. Without own packages: the innermost frame that is not the JDK's, nor of the library of either type.
const Frame* programFrame(const std::vector<Frame>& frames, const OwnPackages& own, std::string_view type,
                          std::string_view container);

/// Counts objects one by one.
class ProgramLines {
 public:
  /// All outlive this.
  ProgramLines(const Heap& heap, const OwnPackages& own, std::string_view container)
      : heap_(heap), own_(own), container_(container), frameOfSite_(heap.symbols().sites.size()) {}

  void add(ObjectIndex object);

  /// Objects that told a site, with or without a line of the program.
  uint64_t samples() const { return samples_; }
  /// Own ones first, which somebody can change; of these and of the others the largest share first.
  std::vector<ProgramLine> lines() const;

 private:
  struct Counted {
    const Frame* frame = nullptr;
    double bytes = 0;
    uint64_t samples = 0;
  };
  struct Known {
    bool looked = false;
    const Frame* frame = nullptr;
  };

  const Heap& heap_;
  const OwnPackages& own_;
  std::string_view container_;
  std::vector<Known> frameOfSite_;
  std::vector<Counted> counted_;
  double bytes_ = 0;
  uint64_t samples_ = 0;
};

}  // namespace heaptrail
