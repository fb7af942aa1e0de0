// A heap drawn as a line of text: `root→A A→B,C B→D` with every name an object.
//
// A name may carry its type (`W:java.lang.ref.WeakReference`) where it stands for the first time; objects without one
// are of type Node. References are fields in the order given; for weak references the first one is the referent.
// `class:Node=K` makes the object K the class object of type Node: every instance keeps it, and its references are
// static fields. Objects take 16 bytes unless `bytes:A=100` says otherwise. A type whose name ends in `[]` is an array
// of as many elements as it refers to, of 4 bytes each. `super:TreeNode=Node` makes one type the superclass of another.
//
// A reference may name its field: `A→next=B,value=C`; one that a superclass declares with it: `A→Node.next=B`.
// References of class objects are static fields unless their name stands in angle brackets: `K→cache=M,<loader>=L`.
// `local:main/shop.Main.run=A` makes A a local variable of a method in a thread, the innermost method first;
// `thread:worker-1=T` makes T a thread. `site:A=java.util.HashMap.put:5;shop.Cart.add:7` says where A was allocated,
// the innermost frame first; `sampled:A=1000` that it was sampled, every 1000 bytes.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/bit_set.h"
#include "model/heap.h"

namespace heaptrail::test {

/// What a heap is made of, before it is one.
struct Drawing {
  std::vector<std::string> types;                 // by object
  std::vector<std::vector<uint32_t>> references;  // by object
  std::vector<uint32_t> roots;
  std::map<std::string, uint32_t> classObjects;  // by type
  std::map<uint32_t, uint32_t> bytes;            // by object, where they are not 16
  std::map<std::string, std::string> superclasses;

  std::vector<std::vector<std::string>> fields;  // by object and reference: its name; empty or missing for none
  struct LocalVariable {
    uint32_t object;
    std::string thread;
    std::string method;  // with its class
  };
  std::vector<LocalVariable> locals;
  std::map<uint32_t, std::string> threads;         // by object: its name
  std::map<uint32_t, std::vector<Frame>> sites;    // by object
  std::map<uint32_t, uint32_t> samplingIntervals;  // by object
};

std::shared_ptr<const Heap> build(const Drawing& drawing);

struct DrawnHeap {
  std::shared_ptr<const Heap> heap;
  std::map<std::string, ObjectIndex> objects;

  std::set<std::string> namesOf(const BitSet& set) const;
  std::string nameOf(ObjectIndex object) const;    // empty where it is none of them
  BitSet groupOf(const std::string& names) const;  // separated by commas
  ObjectIndex operator[](const std::string& name) const { return objects.at(name); }
};

DrawnHeap draw(const std::string& text);

/// A heap of `objects` nodes with random references and roots, the same for the same seed.
std::shared_ptr<const Heap> randomHeap(uint32_t objects, double referencesPerObject, uint32_t roots, uint32_t seed);

/// What the definition says: an object is live if it is a root, or some live object refers to it.
std::set<uint32_t> slowLive(const Heap& heap, bool followWeak);

}  // namespace heaptrail::test
