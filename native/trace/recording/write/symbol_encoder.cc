#include "trace/recording/write/symbol_encoder.h"

namespace heaptrail::recording {

uint32_t SymbolEncoder::string(std::string_view text) {
  if (text.empty()) return 0;
  const auto [known, fresh] = strings_.try_emplace(std::string(text), static_cast<uint32_t>(strings_.size() + 1));
  if (fresh) {
    tag(SymbolTag::kString);
    pending_.text(text);
  }
  return known->second;
}

uint32_t SymbolEncoder::type(const TypeSymbol& type) {
  const uint32_t signature = string(type.signature);
  const uint32_t sourceFile = string(type.sourceFile);
  std::vector<std::pair<uint32_t, uint32_t>> fields;
  for (const FieldSymbol& field : type.fields) fields.emplace_back(string(field.name), string(field.signature));
  tag(SymbolTag::kType);
  pending_.number(type.classObject);
  pending_.number(signature);
  pending_.number(type.superclass);
  pending_.number(sourceFile);
  pending_.number(type.interfaces.size());
  for (const uint64_t interface : type.interfaces) pending_.number(interface);
  pending_.number(fields.size());
  for (size_t i = 0; i < fields.size(); ++i) {
    pending_.number(uint64_t{fields[i].first} << 1 | (type.fields[i].isStatic ? 1U : 0U));
    pending_.number(fields[i].second);
  }
  return ++types_;
}

uint32_t SymbolEncoder::frame(std::string_view className, std::string_view method, std::string_view file,
                              uint32_t line) {
  const std::array key{string(className), string(method), string(file), line};
  const auto [known, fresh] = frames_.try_emplace(key, static_cast<uint32_t>(frames_.size() + 1));
  if (fresh) {
    tag(SymbolTag::kFrame);
    for (const uint32_t part : key) pending_.number(part);
  }
  return known->second;
}

uint32_t SymbolEncoder::site(std::span<const uint32_t> frames) {
  if (frames.empty()) return 0;
  const auto [known, fresh] =
      sites_.try_emplace({frames.begin(), frames.end()}, static_cast<uint32_t>(sites_.size() + 1));
  if (fresh) {
    tag(SymbolTag::kSite);
    pending_.number(frames.size());
    for (const uint32_t frame : frames) pending_.number(frame);
  }
  return known->second;
}

uint32_t SymbolEncoder::thread(uint64_t object, uint64_t javaId, std::string_view name) {
  const uint32_t nameNumber = string(name);
  tag(SymbolTag::kThread);
  pending_.number(object);
  pending_.number(javaId);
  pending_.number(nameNumber);
  return ++threads_;
}

uint32_t SymbolEncoder::origin(uint32_t site, uint32_t thread, uint32_t interval) {
  const std::array key{site, thread, interval};
  const auto [known, fresh] = origins_.try_emplace(key, static_cast<uint32_t>(origins_.size() + 1));
  if (fresh) {
    tag(SymbolTag::kOrigin);
    for (const uint32_t part : key) pending_.number(part);
  }
  return known->second;
}

void SymbolEncoder::instanceBytes(uint32_t type, uint64_t bytes) {
  tag(SymbolTag::kInstanceBytes);
  pending_.number(type);
  pending_.number(bytes);
}

}  // namespace heaptrail::recording
