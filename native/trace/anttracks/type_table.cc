#include "trace/anttracks/type_table.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "model/java_names.h"
#include "trace/anttracks/superclasses.h"

namespace heaptrail::anttracks {

namespace {

constexpr std::string_view kObjectArray = "[Ljava/lang/Object;";
constexpr std::string_view kReference = "Ljava/lang/ref/Reference;";
constexpr uint32_t kPlainHeader = 16;  // of arrays, where classes are known by 32 bits

/// HotSpot adds reference fields to these classes that are not declared; the collector visits them after the others.
std::vector<std::string> injectedFields(std::string_view signature) {
  if (signature == "Ljava/lang/Class;") return {"<protection domain>", "<initialisation lock>", "<signers>"};
  if (signature == "Ljava/lang/invoke/MemberName;") return {"<loader>"};
  return {};
}

/// `Lpackage/Name/1234;` is an anonymous class; JVMs print the number behind a slash.
std::string nameOf(const std::string& signature) {
  std::string name = readableSignature(signature);
  const size_t dot = name.rfind('.');
  const bool numbered = dot != std::string::npos && dot + 1 < name.size() &&
                        name.find_first_not_of("0123456789[]", dot + 1) == std::string::npos;
  if (numbered) name[dot] = '/';
  return name;
}

Frame frameOf(const FrameRecord& record, const ClassDefinitions& definitions) {
  const std::string_view signature = record.signature;
  const size_t parameters = signature.find('(');
  const size_t dot = signature.rfind('.', parameters);
  if (dot == std::string_view::npos) return {std::string(signature.substr(0, parameters)), "", "", 0};
  Frame frame{std::string(signature.substr(0, dot)), std::string(signature.substr(dot + 1, parameters - dot - 1)), "",
              0};
  if (const ClassFile* file = definitions.named(frame.className)) {
    frame.file = file->sourceFile;
    frame.line = file->lineOf(signature.substr(dot + 1), record.bci);
  }
  return frame;
}

/// `VM internal`, or a method.
Frame frameOf(const std::string& special, const ClassDefinitions& definitions) {
  if (special.find('(') != std::string::npos) return frameOf(FrameRecord{special, 0}, definitions);
  const size_t blank = std::min(special.find(' '), special.size());
  return {special.substr(0, blank), special.substr(std::min(blank + 1, special.size())), "", 0};
}

uint32_t bytesOfField(const FieldRecord& field, uint32_t referenceBytes) {
  const ValueKind kind = valueKindOf(field.descriptor);
  return field.isReference() ? referenceBytes : primitiveBytes(kind);
}

}  // namespace

TypeTable::TypeTable(SymbolRecords records, const ClassDefinitions& definitions) {
  uint32_t highest = 0;
  for (const TypeRecord& type : records.types) highest = std::max(highest, type.id);
  typeIndex_ = NumberTable(highest);
  for (uint32_t t = 0; t < records.types.size(); ++t) typeIndex_.set(records.types[t].id, t);
  classType_ = typeOf(records.classType);
  addTypes(records.types, definitions);
  addVisitOrders(records.types);
  addSites(records.sites, definitions);
  addMirrors(records.mirrors, records.types);
}

void TypeTable::addTypes(const std::vector<TypeRecord>& records, const ClassDefinitions& definitions) {
  const std::vector<Superclass> superclasses = findSuperclasses(records, definitions);
  for (uint32_t t = 0; t < records.size(); ++t) {
    const TypeRecord& record = records[t];
    Type type;
    type.name = nameOf(record.signature);
    TypeLayout layout;
    if (record.signature.starts_with('[')) {
      layout.isArray = true;
      layout.bytes = std::max(record.size >> 8, kSmallestObject);
      layout.elementBytes = record.size & 0xFF;
      type.element = valueKindOf(std::string_view(record.signature).substr(1));
      type.shape = type.element == ValueKind::kReference ? TypeShape::kReferenceArray : TypeShape::kPrimitiveArray;
      if (record.signature == kObjectArray) {
        referenceBytes_ = layout.elementBytes;
        headerBytes_ = layout.bytes == kPlainHeader ? 12 : 16;
      }
    } else {
      layout.bytes = std::max(record.size, kSmallestObject);
      layout.isClass = t == classType_;
      const Superclass& superclass = superclasses[t];
      if (superclass.type != Superclass::kNone) type.superclass = TypeId(superclass.type);
      for (uint32_t level = 0; level < superclass.levels && level < record.fields.size(); ++level) {
        for (const FieldRecord& field : record.fields[level]) {
          if (!field.isStatic) type.fields.push_back({field.name, valueKindOf(field.descriptor)});
        }
      }
    }
    for (std::string& name : injectedFields(record.signature)) type.fields.push_back({std::move(name)});
    type.bytes = layout.bytes;
    type.elementBytes = layout.elementBytes;
    layouts_.push_back(layout);
    symbols_.types.push_back(std::move(type));
  }
}

void TypeTable::addVisitOrders(const std::vector<TypeRecord>& records) {
  const auto reference = std::ranges::find(records, kReference, &TypeRecord::signature);
  visitOrders_.resize(records.size());
  for (uint32_t t = 0; t < records.size(); ++t) {
    const std::vector<FieldList>& fields = records[t].fields;
    VisitOrder& order = visitOrders_[t];
    const auto injected = static_cast<uint32_t>(injectedFields(records[t].signature).size());
    std::vector<uint32_t> firstSlots;
    uint32_t slots = 0;
    for (const FieldList& list : fields) {
      firstSlots.push_back(slots);
      for (const FieldRecord& field : list) slots += field.isReference() && !field.isStatic ? 1 : 0;
    }
    const size_t ofReference = fields.size() - 2;  // Reference extends Object
    order.isReference = reference != records.end() && fields.size() >= 2 && !reference->fields.empty() &&
                        fields[ofReference] == reference->fields.front();
    for (size_t level = fields.size(); level-- > 0;) {
      uint32_t slot = firstSlots[level];
      for (const FieldRecord& field : fields[level]) {
        if (!field.isReference() || field.isStatic) continue;
        const bool inReference = order.isReference && level == ofReference;
        if (inReference && field.name == "referent") {
          order.referent = slot;
        } else if (inReference && field.name == "next") {
          order.next = slot;
        } else if (inReference && field.name == "discovered") {
          order.discovered = slot;
        } else {
          order.forward.push_back(slot);
        }
        ++slot;
      }
    }
    for (uint32_t i = 0; i < injected; ++i) order.forward.push_back(slots + i);
  }
}

void TypeTable::addSites(const std::vector<SiteRecord>& records, const ClassDefinitions& definitions) {
  uint32_t highestSmall = 0;
  uint32_t highestBig = kBigSite;
  for (const SiteRecord& record : records) {
    uint32_t& highest = record.id >= kBigSite ? highestBig : highestSmall;
    highest = std::max(highest, record.id);
  }
  smallSites_ = NumberTable(highestSmall);
  bigSites_ = NumberTable(highestBig - kBigSite);
  for (const SiteRecord& record : records) {
    const auto index = static_cast<uint32_t>(symbols_.sites.size());
    if (record.id >= kBigSite) {
      bigSites_.set(record.id - kBigSite, index);
    } else {
      smallSites_.set(record.id, index);
    }
    siteTypes_.push_back(typeOf(record.type));
    Site site;
    if (!record.special.empty()) {
      site.frames.push_back(frameOf(record.special, definitions));
    } else {
      hasSites_ = true;
      for (const FrameRecord& frame : record.frames) site.frames.push_back(frameOf(frame, definitions));
    }
    symbols_.sites.push_back(std::move(site));
  }
}

void TypeTable::addMirrors(const std::vector<MirrorRecord>& records, const std::vector<TypeRecord>& types) {
  if (classType_ == kNone) return;
  std::unordered_map<std::string, std::vector<uint32_t>> bySignature;
  for (uint32_t t = 0; t < types.size(); ++t) bySignature[types[t].signature].push_back(t);
  std::unordered_map<std::string, uint32_t> seen;
  for (const MirrorRecord& record : records) {
    Mirror mirror;
    // Of classes with one name (from several loaders) the k-th class object is that of the k-th type.
    if (const auto named = bySignature.find(record.signature); named != bySignature.end()) {
      const uint32_t k = seen[record.signature]++;
      if (k < named->second.size()) mirror.type = named->second[k];
    }
    uint32_t bytes = 0;
    uint32_t ofLongs = 0;
    for (const FieldRecord& field : record.fields) {
      if (!field.isStatic) continue;
      const uint32_t size = bytesOfField(field, referenceBytes_);
      if (field.isReference()) {
        mirror.staticReferences.push_back(field.name);
        bytes += size;
      } else if (size == 8) {
        ofLongs += size;
      }
    }
    // References come first, then what must be aligned, then the rest.
    if (ofLongs > 0) bytes = ((bytes + 7) & ~7U) + ofLongs;
    for (const FieldRecord& field : record.fields) {
      const uint32_t size = bytesOfField(field, referenceBytes_);
      if (field.isStatic && !field.isReference() && size < 8) bytes += size;
    }
    mirror.bytes = layouts_[classType_].bytes + ((bytes + kAlignment - 1) & ~(kAlignment - 1));
    mirrors_.push_back(std::move(mirror));
  }
}

}  // namespace heaptrail::anttracks
