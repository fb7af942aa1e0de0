#include "launch/java_options.h"

namespace heaptrail {

std::string quotedJavaOption(std::string_view word) {
  constexpr std::string_view kSpecial = " \t\n\v\f\r\"'";
  if (!word.empty() && word.find_first_of(kSpecial) == std::string_view::npos) return std::string(word);
  // A stretch ends before the quote that it is put between.
  std::string quoted;
  do {
    const char quote = word.starts_with('"') ? '\'' : '"';
    const std::string_view stretch = word.substr(0, word.find(quote));
    quoted += quote;
    quoted += stretch;
    quoted += quote;
    word.remove_prefix(stretch.size());
  } while (!word.empty());
  return quoted;
}

std::string withJavaOption(std::string_view value, std::string_view word) {
  std::string longer(value);
  if (!longer.empty()) longer += ' ';
  return longer + quotedJavaOption(word);
}

}  // namespace heaptrail
