// What the language knows of the classes a user may write: those of the open trace with how many objects there are, and
// those of the workspace's sources.
//
// Made once per trace and point; immutable, for any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/nearest_name.h"
#include "dsl/type_index.h"
#include "model/size.h"

namespace heaptrail::dsl {

class KnownTypes {
 public:
  /// `live`: by type. `trace`: what people call the trace.
  KnownTypes(std::shared_ptr<const TypeIndex> types, std::vector<Size> live, std::string trace);

  const TypeIndex& types() const { return *types_; }
  const NearestName& nearest() const { return nearest_; }
  const std::string& trace() const { return trace_; }
  Size live(TypeId type) const { return live_[type.value()]; }
  std::span<const uint64_t> liveObjects() const { return liveObjects_; }

  /// A class or array that can be written, types of one name together.
  struct Name {
    std::string_view name;
    std::string lowerCase;
    Size live;
  };
  /// Most bytes first.
  const std::vector<Name>& namesByBytes() const { return names_; }

 private:
  std::shared_ptr<const TypeIndex> types_;
  NearestName nearest_;
  std::vector<Size> live_;
  std::vector<uint64_t> liveObjects_;
  std::string trace_;
  std::vector<Name> names_;
};

}  // namespace heaptrail::dsl
