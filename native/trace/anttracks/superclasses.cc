#include "trace/anttracks/superclasses.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "model/java_names.h"

namespace heaptrail::anttracks {

namespace {

// Three classes of java.lang.ref have no fields, and yet it matters which of them a reference extends.
constexpr std::string_view kUsualReference = "Ljava/lang/ref/WeakReference;";
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kUnusualReferences{{
    {"Ljava/lang/ref/Finalizer;", "Ljava/lang/ref/FinalReference;"},
    {"Lsun/misc/Cleaner;", "Ljava/lang/ref/PhantomReference;"},
}};

std::string_view usualSuperclass(std::string_view signature) {
  for (const auto& [reference, superclass] : kUnusualReferences) {
    if (signature == reference) return superclass;
  }
  return kUsualReference;
}

class Superclasses {
 public:
  Superclasses(const std::vector<TypeRecord>& types, const ClassDefinitions& definitions)
      : types_(types), definitions_(definitions) {
    for (uint32_t t = 0; t < types.size(); ++t) {
      if (types[t].fields.empty()) continue;
      withFields_[keyOf(types[t], 0)].push_back(t);
      named_[types[t].signature].push_back(t);
    }
  }

  Superclass of(uint32_t t) const {
    const TypeRecord& type = types_[t];
    if (const ClassFile* file = definitions_.ofType(type.id)) {
      for (const uint32_t candidate : lookUp(named_, 'L' + file->superclass + ';')) {
        if (fits(t, candidate, 1)) return {candidate, 1};
      }
    }
    for (uint32_t level = 1; level < type.fields.size(); ++level) {
      const std::vector<uint32_t>& candidates = lookUp(withFields_, keyOf(type, level));
      if (candidates.size() == 1) return {candidates.front(), level};
      for (const uint32_t candidate : candidates) {
        const std::string& signature = types_[candidate].signature;
        if (signature != type.signature && signature == usualSuperclass(type.signature)) return {candidate, level};
      }
    }
    return {Superclass::kNone, static_cast<uint32_t>(std::max<size_t>(type.fields.size(), 1))};
  }

 private:
  using Places = std::unordered_map<std::string, std::vector<uint32_t>>;

  static const std::vector<uint32_t>& lookUp(const Places& places, const std::string& key) {
    static const std::vector<uint32_t> none;
    const auto found = places.find(key);
    return found == places.end() ? none : found->second;
  }

  /// The fields from `level` up as one text.
  static std::string keyOf(const TypeRecord& type, uint32_t level) {
    std::string key;
    for (; level < type.fields.size(); ++level) {
      for (const FieldRecord& field : type.fields[level]) {
        key += field.name;
        key += field.isStatic ? '=' : ':';
        key += field.descriptor;
      }
      key += '|';
    }
    return key;
  }

  bool fits(uint32_t t, uint32_t candidate, uint32_t level) const {
    const auto& fields = types_[t].fields;
    const auto& above = types_[candidate].fields;
    return level < fields.size() && std::equal(fields.begin() + level, fields.end(), above.begin(), above.end());
  }

  const std::vector<TypeRecord>& types_;
  const ClassDefinitions& definitions_;
  Places withFields_;
  Places named_;
};

}  // namespace

std::vector<Superclass> findSuperclasses(const std::vector<TypeRecord>& types, const ClassDefinitions& definitions) {
  const Superclasses superclasses(types, definitions);
  std::vector<Superclass> result;
  result.reserve(types.size());
  for (uint32_t t = 0; t < types.size(); ++t) result.push_back(superclasses.of(t));
  return result;
}

}  // namespace heaptrail::anttracks
