#include "launch/file_pattern.h"

#include <filesystem>
#include <vector>

namespace heaptrail {

namespace {

/// What stands before, between and behind the process ids.
std::vector<std::string> literals(std::string_view pattern) {
  std::vector<std::string> parts(1);
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char next = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
    if (next == 'p') {
      parts.emplace_back();
      ++i;
    } else {
      parts.back() += pattern[i];
      if (next == '%') ++i;
    }
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text = parts.front();
  for (size_t i = 1; i < parts.size(); ++i) text.append(between).append(parts[i]);
  return text;
}

/// The digits behind `front`.
std::string_view numberBehind(std::string_view text, std::string_view front) {
  if (!text.starts_with(front)) return {};
  text.remove_prefix(front.size());
  return text.substr(0, text.find_first_not_of("0123456789"));
}

}  // namespace

std::string literalPattern(std::string_view text) {
  std::string pattern;
  for (const char c : text) pattern += c == '%' ? std::string("%%") : std::string(1, c);
  return pattern;
}

bool namesTheProcess(std::string_view pattern) { return literals(pattern).size() > 1; }

std::string fileOf(std::string_view pattern, int64_t process) {
  return joined(literals(pattern), std::to_string(process));
}

std::set<std::string> filesMatching(const std::string& pattern) {
  namespace fs = std::filesystem;
  const std::vector<std::string> parts = literals(pattern);
  std::set<std::string> files;
  std::error_code problem;
  const fs::path folder = fs::path(parts.front() + "-").parent_path();  // the name may begin with the id
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
    const std::string path = entry->path();
    // The first number that stands where an id must be tells which file it would have to be.
    const std::string_view id = numberBehind(path, parts.front());
    if (parts.size() == 1 ? path == parts.front() : !id.empty() && path == joined(parts, id)) files.insert(path);
  }
  return files;
}

}  // namespace heaptrail
