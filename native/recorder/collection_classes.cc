#include "recorder/collection_classes.h"

#include <span>
#include <string_view>
#include <unordered_map>

#include "dsl/names.h"
#include "dsl/shipped_descriptions.h"
#include "model/java_names.h"

namespace heaptrail::recorder {

namespace {

std::shared_ptr<const Symbols> symbolsOf(const std::vector<NamedClass>& classes) {
  auto symbols = std::make_shared<Symbols>();
  std::unordered_map<uint64_t, uint32_t> typeOf;  // by class object
  for (const NamedClass& named : classes) {
    typeOf.emplace(named.classObject, static_cast<uint32_t>(symbols->types.size()));
    Type& type = symbols->types.emplace_back();
    type.name = readableSignature(named.signature);
    if (!named.signature.starts_with('[')) continue;
    type.element = valueKindOf(std::string_view(named.signature).substr(1));
    type.shape = type.element == ValueKind::kReference ? TypeShape::kReferenceArray : TypeShape::kPrimitiveArray;
  }
  for (size_t i = 0; i < classes.size(); ++i) {
    const auto superclass = typeOf.find(classes[i].superclass);
    if (superclass != typeOf.end()) symbols->types[i].superclass = TypeId(superclass->second);
  }
  return symbols;
}

}  // namespace

void CollectionClasses::update(const std::vector<NamedClass>& classes) {
  if (described_ != nullptr && described_->types().symbols().types.size() == classes.size()) return;
  if (descriptions_ == nullptr) {
    descriptions_ = std::make_shared<const dsl::DescriptionSet>(dsl::shippedDescriptions());
  }
  const std::shared_ptr<const Symbols> symbols = symbolsOf(classes);
  described_ =
      std::make_unique<const dsl::DescribedTypes>(descriptions_, std::make_shared<const dsl::TypeIndex>(symbols));
  roles_.assign(1, Role::kNone);
  families_.assign(1, 0);
  const std::span<const TypeId> linkedMaps = described_->types().named("java.util.LinkedHashMap");
  isLinkedMap_.assign(1, false);
  std::unordered_map<std::string_view, uint32_t> families;
  for (uint32_t t = 0; t < symbols->types.size(); ++t) {
    const Type& type = symbols->types[t];
    const auto leadsOn = [&] {
      for (uint32_t scope = 0; scope < described_->scopeCount(); ++scope) {
        if (described_->leadsOn(TypeId(t), dsl::Scope(scope))) return true;
      }
      return false;
    };
    Role role = Role::kNone;
    if (described_->isHead(TypeId(t))) {
      role = Role::kHead;
    } else if (type.shape == TypeShape::kReferenceArray) {
      role = Role::kArray;
    } else if (leadsOn()) {
      role = Role::kPart;
    }
    roles_.push_back(role);
    if (type.name == "java.util.LinkedHashMap$Entry" && type.superclass.exists()) {
      linkedEntry_ = static_cast<uint32_t>(roles_.size() - 1);
      firstOfLinkedEntry_ = classes[type.superclass.value()].fields;  // neither Object nor Map.Entry has any
    }
    isLinkedMap_.push_back(!linkedMaps.empty() && symbols->isSubclass(TypeId(t), linkedMaps.front()));
    families_.push_back(families.emplace(dsl::outermostClass(type.name), t).first->second);
  }
}

bool CollectionClasses::staysInside(uint32_t head, uint32_t from, uint32_t to) const {
  const TypeId whole(head - 1);
  if (!described_->isHead(whole)) return false;
  return described_->step(TypeId(from - 1), TypeId(to - 1), described_->scopeBelow(whole)) == dsl::Step::kInner;
}

bool CollectionClasses::areOfOneFamily(uint32_t type, uint32_t other) const {
  return type < families_.size() && other < families_.size() && families_[type] == families_[other];
}

}  // namespace heaptrail::recorder
