#include "trace/jsonl/symbol_lines.h"

#include <fmt/format.h>

#include <utility>

#include "base/try.h"
#include "trace/jsonl/symbol_fields.h"

namespace heaptrail::jsonl {

namespace {

/// Superclasses in one pass over all types: those that lead back to the type itself, which no sound file has, are left
/// out.
class SuperclassLinks {
 public:
  explicit SuperclassLinks(SymbolTable& table) : table_(table), state_(table.details.size(), State::kUnseen) {}

  void link() {
    for (uint32_t t = 0; t < state_.size(); ++t) follow(t);
    if (undeclared_ > 0) {
      table_.warnings.push_back({fmt::format("{} types name a \"super\" that no line declares", undeclared_)});
    }
    if (circles_ > 0) {
      table_.warnings.push_back(
          {fmt::format("{} types would be their own superclass; these links are left out", circles_)});
    }
  }

 private:
  enum class State : uint8_t { kUnseen, kOnTheWay, kDone };

  void follow(uint32_t t) {
    std::vector<uint32_t> way;
    while (state_[t] == State::kUnseen) {
      state_[t] = State::kOnTheWay;
      way.push_back(t);
      const std::optional<uint64_t> id = table_.details[t].super;
      if (!id) break;
      const TypeId super = table_.type(*id);
      if (!super.exists()) {
        ++undeclared_;
        break;
      }
      if (state_[super.value()] == State::kOnTheWay) {
        ++circles_;
        break;
      }
      table_.symbols->types[t].superclass = super;
      t = super.value();
    }
    for (const uint32_t passed : way) state_[passed] = State::kDone;
  }

  SymbolTable& table_;
  std::vector<State> state_;
  uint64_t undeclared_ = 0;
  uint64_t circles_ = 0;
};

}  // namespace

void SymbolLines::Declarations::add(uint64_t id, Declaration declaration) {
  const auto next = static_cast<uint32_t>(versions.size());
  const uint32_t place = places.insert(id, next);
  if (place == next) versions.emplace_back();
  std::vector<Declaration>& all = versions[place];
  // Tools may write all they know before each point.
  if (all.empty() || all.back().text != declaration.text) all.push_back(std::move(declaration));
}

/// Calls `visit(fields)`, with the fields of the line that counts, for each that was declared among the first `count`.
template <typename Visit>
Status SymbolLines::Declarations::forEach(const std::string& file, uint64_t count, Visit&& visit) const {
  simdjson::dom::parser parser;
  for (const std::vector<Declaration>& all : versions) {
    if (all.front().ordinal >= count) return {};
    const auto after = std::ranges::upper_bound(all, count - 1, {}, &Declaration::ordinal);
    const Declaration& declaration = *std::prev(after);
    const Line line{{}, declaration.line, declaration.offset};
    JsonObject object;
    if (parser.parse(declaration.text).get_object().get(object) != simdjson::SUCCESS) continue;  // it was sound before
    LineFields fields(file, line, object);
    visit(fields);
    TRY(fields.status());
  }
  return {};
}

Status SymbolLines::add(LineKind kind, const std::string& file, const Line& line, JsonObject object) {
  LineFields fields(file, line, object);
  Declarations* declarations = nullptr;
  uint64_t id = 0;
  if (kind == LineKind::kType) {
    TypeDetails details;
    id = fields.number("type");
    readType(fields, details);
    declarations = &types_;
  } else if (kind == LineKind::kSite) {
    id = fields.number("site");
    readSite(fields);
    declarations = &sites_;
  } else {
    id = fields.number("thread");
    readThread(fields);
    declarations = &threads_;
  }
  if (!fields.sound()) return fields.status();
  declarations->add(id, {count_++, line.number, line.offset, simdjson::to_string(object)});
  return {};
}

Result<SymbolTable> SymbolLines::build(const std::string& file, uint64_t count) const {
  SymbolTable table;
  table.types = &types_.places;
  table.sites = &sites_.places;
  table.threads = &threads_.places;
  TRY(types_.forEach(file, count, [&table](LineFields& fields) {
    table.symbols->types.push_back(readType(fields, table.details.emplace_back()));
  }));
  SuperclassLinks(table).link();
  TRY(sites_.forEach(file, count, [&table](LineFields& fields) { table.symbols->sites.push_back(readSite(fields)); }));
  TRY(threads_.forEach(file, count, [&table](LineFields& fields) {
    ThreadInfo& thread = table.symbols->threads.emplace_back(readThread(fields));
    if (const auto stack = fields.maybeNumber("stack")) thread.stack = table.site(*stack);
  }));
  return table;
}

}  // namespace heaptrail::jsonl
