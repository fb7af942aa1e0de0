// Goes through words, signs and comments in their order and decides before each whether a line ends there. That is
// settled by the two tokens around that place; only for comments it also matters on which line they stood.
#include "dsl/formatter.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heaptrail::dsl {

namespace {

constexpr size_t kMostColumns = 100;
constexpr size_t kIndent = 2;
constexpr size_t kContinuation = 4;  // of a type or keyword that a comment tore apart

size_t charactersOf(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }

std::string_view trimmedRight(std::string_view text) {
  while (!text.empty() && (isBlank(text.back()) || text.back() == '\r' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

/// A token or comment.
struct Item {
  TextRange range;
  TokenKind kind = TokenKind::kUnknown;
  bool comment = false;
  bool lineComment = false;
  uint32_t linesBefore = 0;  // line ends between the item before and this one

  bool is(TokenKind sought) const { return !comment && kind == sought; }
};

class Formatter {
 public:
  explicit Formatter(const DescriptionFile& file)
      : source_(file.source()), text_(source_.text()), lineEnd_(source_.lineEnd()) {
    collectItems(file.tree());
    for (const Block& block : file.tree().blocks) {
      forEachDescription(block, [&](const Description& description, const Description*) {
        descriptions_.emplace(description.range.begin, &description);
      });
    }
  }

  std::string run() {
    if (text_.starts_with(kByteOrderMark)) result_ = kByteOrderMark;
    lineStart_ = result_.size();
    for (size_t i = 0; i < items_.size(); ++i) {
      writeSpaceBefore(i);
      if (!items_[i].comment) keepOnOneLine(i);
      writeItem(items_[i]);
      if (items_[i].is(TokenKind::kOpenBrace)) ++depth_;
      if (items_[i].is(TokenKind::kCloseBrace) && depth_ > 0) --depth_;
    }
    if (!items_.empty()) result_ += lineEnd_;
    return std::move(result_);
  }

 private:
  void collectItems(const SyntaxTree& tree) {
    for (const Token& token : tree.tokens) {
      if (token.kind != TokenKind::kEnd) items_.push_back({.range = token.range, .kind = token.kind});
    }
    for (const Comment& comment : tree.comments) {
      items_.push_back({.range = comment.range, .comment = true, .lineComment = !comment.block});
    }
    std::ranges::sort(items_, {}, [](const Item& item) { return item.range.begin; });
    for (size_t i = 1; i < items_.size(); ++i) {
      items_[i].linesBefore = source_.lineOf(items_[i].range.begin) - source_.lineOf(items_[i - 1].range.end);
    }
    // The token before each item and the one that comes with or behind it.
    before_.assign(items_.size(), kNone);
    behind_.assign(items_.size(), kNone);
    for (size_t i = 1; i < items_.size(); ++i) before_[i] = items_[i - 1].comment ? before_[i - 1] : i - 1;
    for (size_t i = items_.size(); i-- > 0;) {
      behind_[i] = !items_[i].comment ? i : i + 1 < items_.size() ? behind_[i + 1] : kNone;
    }
  }

  // ---- where lines end

  /// Whether a line ends between the tokens around an item.
  bool isBreak(size_t i) const {
    const size_t before = before_[i];
    const size_t behind = behind_[i];
    if (before == kNone || behind == kNone) return true;
    if (before >= oneLine_.first && behind <= oneLine_.second) return false;
    const Item& a = items_[before];
    const Item& b = items_[behind];
    const bool emptyBody = a.is(TokenKind::kOpenBrace) && b.is(TokenKind::kCloseBrace) && behind == before + 1;
    if (emptyBody) return false;
    return a.is(TokenKind::kOpenBrace) || a.is(TokenKind::kCloseBrace) || a.is(TokenKind::kSemicolon) ||
           b.is(TokenKind::kCloseBrace);
  }

  bool startsLine(size_t i) const {
    const Item& item = items_[i];
    const Item& previous = items_[i - 1];
    if (previous.lineComment) return true;
    if (!isBreak(i)) return false;
    if (item.linesBefore > 0) return true;
    if (item.lineComment) return false;
    if (item.comment) return !previous.comment && belongsToWhatFollows(i);
    return !previous.comment || item.is(TokenKind::kCloseBrace);
  }

  /// Of a comment behind code: whether something follows on its line. Then it is about that.
  bool belongsToWhatFollows(size_t comment) const {
    const size_t token = behind_[comment];
    if (token == kNone || items_[token].is(TokenKind::kCloseBrace)) return false;
    for (size_t i = comment + 1; i <= token; ++i) {
      if (items_[i].linesBefore > 0) return false;
    }
    return true;
  }

  // ---- descriptions on one line

  /// If the description that begins here is on one line and fits there, no line ends in it.
  void keepOnOneLine(size_t first) {
    const auto found = descriptions_.find(items_[first].range.begin);
    const bool isInOneThatStays = oneLine_.first != kNone && first <= oneLine_.second;
    if (found == descriptions_.end() || isInOneThatStays) return;
    const TextRange range = found->second->range;
    size_t last = first;
    while (last + 1 < items_.size() && items_[last + 1].range.end <= range.end) ++last;
    if (source_.lineOf(range.begin) != source_.lineOf(range.end)) return;
    size_t columns = column();
    for (size_t i = first; i <= last; ++i) {
      columns += charactersOf(source_.at(items_[i].range)) + (i > first && hasSpaceBefore(i) ? 1 : 0);
    }
    if (columns <= kMostColumns) oneLine_ = {first, last};
  }

  // ---- writing

  size_t column() const { return charactersOf(std::string_view(result_).substr(lineStart_)); }

  void endLine() {
    result_ += lineEnd_;
    lineStart_ = result_.size();
  }

  void writeSpaceBefore(size_t i) {
    if (i == 0) return;
    const Item& item = items_[i];
    if (!startsLine(i)) {
      if (item.lineComment && isBreak(i)) {
        result_.append(spacesBefore(item), ' ');
      } else if (hasSpaceBefore(i)) {
        result_ += ' ';
      }
      return;
    }
    endLine();
    const bool inside = !isBreak(i);
    const bool first = items_[i - 1].is(TokenKind::kOpenBrace);
    if (item.linesBefore > 1 && !inside && !first && !item.is(TokenKind::kCloseBrace)) endLine();
    const size_t depth = depth_ - (item.is(TokenKind::kCloseBrace) && depth_ > 0 ? 1 : 0);
    result_.append(depth * kIndent + (inside ? kContinuation : 0), ' ');
  }

  /// Comments behind code often stand below each other, so what has a column keeps it.
  size_t spacesBefore(const Item& comment) const {
    const std::string_view line = text_.substr(0, comment.range.begin);
    const size_t start = line.find_last_of("\r\n") + 1;  // 0 where there is none
    const bool spaced = line.size() >= start + 2 && isBlank(line[line.size() - 1]) && isBlank(line[line.size() - 2]);
    const size_t wanted = charactersOf(withoutByteOrderMark(line, start));
    const size_t here = column();
    return spaced && wanted <= kMostColumns && wanted > here ? wanted - here : 1;
  }

  static std::string_view withoutByteOrderMark(std::string_view line, size_t start) {
    const std::string_view text = line.substr(start);
    return start == 0 && text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
  }

  bool hasSpaceBefore(size_t i) const {
    const Item& item = items_[i];
    const Item& previous = items_[i - 1];
    if (previous.is(TokenKind::kOpenParenthesis)) return false;
    if (item.comment) return true;
    // In a right file, where alone something is laid out, this is the colon behind a field.
    if (item.is(TokenKind::kUnknown)) return false;
    switch (item.kind) {
      case TokenKind::kSemicolon:
      case TokenKind::kPlus:
      case TokenKind::kOpenBracket:
      case TokenKind::kCloseBracket:
      case TokenKind::kCloseParenthesis:
        return false;
      default:
        return true;
    }
  }

  void writeItem(const Item& item) {
    const std::string_view text = source_.at(item.range);
    if (item.lineComment) {
      result_ += trimmedRight(text);
    } else if (text.find_first_of("\r\n") == std::string_view::npos) {
      result_ += text;
    } else {
      writeBlockComment(text);
    }
  }

  /// Lines that begin with a star stand below the comment's first star; others stay as they are.
  void writeBlockComment(std::string_view text) {
    const size_t starColumn = column() + 1;
    while (true) {
      const size_t end = text.find_first_of("\r\n");
      result_ += end == std::string_view::npos ? text : trimmedRight(text.substr(0, end));
      if (end == std::string_view::npos) return;
      text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
      endLine();
      const size_t begin = text.find_first_not_of(" \t");
      if (begin != std::string_view::npos && text[begin] == '*') {
        result_.append(starColumn, ' ');
        text.remove_prefix(begin);
      }
    }
  }

  static constexpr size_t kNone = ~size_t{0};

  const SourceText& source_;
  std::string_view text_;
  std::string_view lineEnd_;
  std::vector<Item> items_;
  std::vector<size_t> before_;
  std::vector<size_t> behind_;
  std::unordered_map<uint32_t, const Description*> descriptions_;  // by where they begin
  std::pair<size_t, size_t> oneLine_ = {kNone, 0};                 // items of the description that stays on one line
  size_t depth_ = 0;
  std::string result_;
  size_t lineStart_ = 0;
};

}  // namespace

std::optional<std::string> format(const DescriptionFile& file) {
  const bool wrong = std::ranges::any_of(file.diagnostics(), [](const Diagnostic& diagnostic) {
    return diagnostic.code == DiagnosticCode::kSyntax || diagnostic.code == DiagnosticCode::kMisspeltKeyword;
  });
  if (wrong) return std::nullopt;
  return Formatter(file).run();
}

}  // namespace heaptrail::dsl
