// All objects of a store in as little memory as can be had quickly: about three bytes each.
#pragma once

#include <cstdint>

#include "base/growing_array.h"
#include "trace/anttracks/object_store.h"

namespace heaptrail::anttracks {

class PackedObjects {
 public:
  /// There must be no young ones.
  explicit PackedObjects(const ObjectStore& store);

  /// Puts them into a store that is new.
  void unpack(ObjectStore& store) const;

  uint64_t bytes() const { return packed_.size(); }

 private:
  class Packer;
  class Unpacker;

  void packRows(const ObjectStore& store, Packer& packer) const;
  void packPlaces(const ObjectStore& store, Packer& packer);
  void unpackRows(ObjectStore& store, Unpacker& unpacker) const;
  void unpackPlaces(ObjectStore& store, Unpacker& unpacker) const;

  uint32_t rows_;
  uint64_t nextId_;
  uint64_t places_ = 0;
  GrowingArray<uint8_t> packed_;  // blocks, each behind its lengths
};

}  // namespace heaptrail::anttracks
