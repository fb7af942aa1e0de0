#include "language/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "dsl/names.h"
#include "text/numbers.h"

namespace heaptrail::dsl {

namespace {

// An editor filters on; a list of thousands helps nobody and takes its time.
constexpr size_t kMostProposals = 200;

/// Where in the language the cursor stands.
struct Surroundings {
  TextRange word;
  const Block* block = nullptr;              // the namespace, if it is in one
  const Description* description = nullptr;  // if it is in the body of one
  bool afterNamespaceKeyword = false;
  bool mayBeKeyword = false;
  bool mayBeField = false;  // what a description points to begins here
  bool afterLeaf = false;
  bool afterAs = false;
  bool inComment = false;
};

class Finder {
 public:
  Finder(const DescriptionFile& file, uint32_t offset) : file_(file), offset_(offset) {}

  Surroundings find() {
    Surroundings found;
    for (const Comment& comment : file_.tree().comments) {
      found.inComment = found.inComment || (comment.range.begin < offset_ && offset_ <= comment.range.end);
    }
    const std::vector<Token>& tokens = file_.tree().tokens;
    size_t at = 0;
    while (at < tokens.size() && tokens[at].range.end < offset_) ++at;
    found.word = {offset_, offset_};
    const bool inWord = at < tokens.size() && tokens[at].kind == TokenKind::kName && tokens[at].range.begin <= offset_;
    if (inWord) found.word = tokens[at].range;
    // Between `{` and a cursor right behind it there is no token that ends before.
    if (!inWord && at < tokens.size() && tokens[at].kind != TokenKind::kEnd && tokens[at].range.end <= offset_) ++at;
    const bool hasBefore = at > 0;
    const Token before = hasBefore ? tokens[at - 1] : Token{};
    found.afterNamespaceKeyword = hasBefore && wordIs(before, kNamespaceKeyword);
    found.block = enclosingBlock();
    found.description = enclosingDescription();
    const bool startsItem = !hasBefore || before.kind == TokenKind::kOpenBrace || before.kind == TokenKind::kCloseBrace;
    found.mayBeKeyword = found.description == nullptr && startsItem;
    if (found.description == nullptr) return found;
    found.mayBeField = startsItem || before.kind == TokenKind::kSemicolon;
    found.afterLeaf = before.kind == TokenKind::kCloseParenthesis;
    const bool behindType = at > 1 && tokens[at - 2].kind != TokenKind::kSemicolon &&
                            tokens[at - 2].kind != TokenKind::kOpenBrace && tokens[at - 2].kind != TokenKind::kUnknown;
    found.afterAs = hasBefore && wordIs(before, kRoleKeyword) && behindType;
    return found;
  }

 private:
  bool wordIs(const Token& token, std::string_view word) const {
    return token.kind == TokenKind::kName && file_.source().at(token.range) == word;
  }

  const Block* enclosingBlock() const {
    for (const Block& block : file_.tree().blocks) {
      if (block.isNamespace() && block.body.begin < offset_ && offset_ <= block.body.end) return &block;
    }
    return nullptr;
  }

  const Description* enclosingDescription() const {
    for (const Block& block : file_.tree().blocks) {
      for (const Description& description : block.descriptions) {
        const bool closed = file_.source().at(description.body).ends_with('}');
        const bool inside = description.body.begin < offset_ &&
                            (closed ? offset_ < description.body.end : offset_ <= description.body.end);
        if (!description.body.empty() && inside) return &description;
      }
    }
    return nullptr;
  }

  const DescriptionFile& file_;
  uint32_t offset_;
};

class Collector {
 public:
  Collector(std::string_view typed, const std::string& package, Proposals& proposals)
      : typed_(lowerCase(typed)), package_(package), proposals_(proposals) {}

  bool isFull() {
    if (proposals_.list.size() < kMostProposals) return false;
    proposals_.complete = false;
    return true;
  }

  /// Whether the letters typed so far can mean this name: they begin it or its last part, or, from three on, stand in
  /// it.
  bool fits(std::string_view name, std::string_view lower, bool anywhere) const {
    if (typed_.empty()) return !anywhere;
    const std::string_view simple = lower.substr(name.size() - simpleName(name).size());
    const bool begins = lower.starts_with(typed_) || simple.starts_with(typed_);
    if (!anywhere) return begins;
    return !begins && typed_.size() >= 3 && lower.contains(typed_);
  }

  void add(std::string_view name, std::string detail) {
    if (!seen_.insert(std::string(name)).second) return;
    const bool isOwnPackage = !package_.empty() && packageOf(elementName(name)) == package_;
    // In a namespace, what has no package cannot be written, but for arrays of primitives.
    if (!package_.empty() && packageOf(elementName(name)).empty() && dimensionsOf(name) == 0) return;
    const std::string label(simpleName(name));
    const std::string text(isOwnPackage ? name.substr(package_.size() + 1) : name);
    proposals_.list.push_back({.label = label,
                               .text = text,
                               .matched = lowerCase(label).contains(typed_) ? label : text,
                               .detail = std::move(detail),
                               .description = std::string(packageOf(elementName(name))),
                               .kind = Proposal::Kind::kType});
  }

 private:
  std::string typed_;
  const std::string& package_;
  Proposals& proposals_;
  std::unordered_set<std::string> seen_;
};

std::string detailOf(const Size& live) {
  if (live.objects == 0) return "no objects";
  return fmt::format("{}, {}", counted(live.objects, "object"), binaryUnits(live.bytes));
}

Proposal keyword(std::string_view word, std::string detail) {
  return {.label = std::string(word),
          .text = std::string(word),
          .matched = std::string(word),
          .detail = std::move(detail),
          .description = "",
          .kind = Proposal::Kind::kKeyword};
}

void proposeRoles(Proposals& proposals) {
  for (const RoleWord& role : kRoleWords) proposals.list.push_back(keyword(role.word, std::string(role.sentence)));
}

/// The fields of the type that is described here, as its instances in the trace have them.
void proposeFields(const KnownTypes& known, const Surroundings& here, std::string_view package, Proposals& proposals) {
  for (const std::string_view field : known.types().fieldsOf(here.description->type, package)) {
    proposals.list.push_back({.label = std::string(field),
                              .text = fmt::format("{}: ", field),
                              .matched = std::string(field),
                              .detail = fmt::format("a field of {}", toString(here.description->type)),
                              .description = "",
                              .kind = Proposal::Kind::kField});
  }
}

void proposePackages(const KnownTypes* known, std::span<const std::string> workspaceTypes, Proposals& proposals) {
  std::set<std::string> packages;
  const auto add = [&](std::string_view type) {
    const std::string_view package = packageOf(elementName(type));
    if (!package.empty()) packages.emplace(package);
  };
  for (const std::string& type : workspaceTypes) add(type);
  if (known != nullptr) {
    for (const KnownTypes::Name& name : known->namesByBytes()) add(name.name);
  }
  for (const std::string& package : packages) {
    if (proposals.list.size() == kMostProposals) {
      proposals.complete = false;
      return;
    }
    proposals.list.push_back({.label = package,
                              .text = package,
                              .matched = package,
                              .detail = "",
                              .description = "",
                              .kind = Proposal::Kind::kPackage});
  }
}

}  // namespace

Proposals proposalsAt(const DescriptionSet& set, uint32_t file, uint32_t offset, const KnownTypes* known,
                      std::span<const std::string> workspaceTypes) {
  const DescriptionFile& source = *set.files()[file];
  const Surroundings here = Finder(source, offset).find();
  Proposals proposals;
  proposals.replaces = here.word;
  if (here.inComment) return proposals;
  // Right behind a brace people go on in another line: Enter must not write what a list that opened too late has first.
  if (here.word.empty() && offset > 0 && source.source().at({offset - 1, offset}) == "{") return proposals;
  if (here.afterNamespaceKeyword) {
    proposePackages(known, workspaceTypes, proposals);
    return proposals;
  }
  if (here.afterAs) {
    proposeRoles(proposals);
    return proposals;
  }
  if (here.afterLeaf) {
    proposals.list.push_back(keyword(kRoleKeyword, "what it is to who uses the collection"));
    return proposals;
  }
  if (here.mayBeKeyword) {
    proposals.list.push_back(keyword(kHeadKeyword, "the head of a data structure"));
    if (here.block == nullptr) {
      proposals.list.push_back(keyword(kNamespaceKeyword, "names below belong to a package"));
    }
  }
  const std::string package = here.block == nullptr ? std::string() : here.block->package;
  const std::string_view typed = source.source().at({here.word.begin, std::max(here.word.begin, offset)});
  if (here.mayBeField && known != nullptr) proposeFields(*known, here, package, proposals);
  Collector collector(typed, package, proposals);
  for (const bool anywhere : {false, true}) {
    if (known != nullptr) {
      for (const KnownTypes::Name& name : known->namesByBytes()) {
        if (collector.isFull()) return proposals;
        if (collector.fits(name.name, name.lowerCase, anywhere)) collector.add(name.name, detailOf(name.live));
      }
    }
    for (const std::string& type : workspaceTypes) {
      if (collector.isFull()) return proposals;
      if (collector.fits(type, lowerCase(type), anywhere)) collector.add(type, "in the workspace");
    }
    for (const DescriptionEntry& entry : set.entries()) {
      if (collector.isFull()) return proposals;
      if (entry.description->type.nameRange == here.word && entry.file == file) continue;  // the word itself
      if (entry.hasWildcard()) continue;
      if (collector.fits(entry.type, lowerCase(entry.type), anywhere)) collector.add(entry.type, "described");
    }
  }
  return proposals;
}

}  // namespace heaptrail::dsl
