#include "launch/java_process.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <vector>

#include "launch/java_command.h"

namespace heaptrail {

namespace {

std::optional<std::string> contentOf(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) return std::nullopt;
  return std::move(text).str();
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// The words of the line that begins with `name:`.
std::vector<std::string_view> fields(std::string_view status, std::string_view name) {
  std::vector<std::string_view> words;
  for (size_t begin = 0; begin < status.size();) {
    const size_t end = std::min(status.find('\n', begin), status.size());
    std::string_view line = status.substr(begin, end - begin);
    begin = end + 1;
    if (!line.starts_with(name) || !line.substr(name.size()).starts_with(':')) continue;
    line.remove_prefix(name.size() + 1);
    while (true) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (line.empty()) return words;
      words.push_back(line.substr(0, line.find_first_of(" \t")));
      line.remove_prefix(words.back().size());
    }
  }
  return words;
}

template <typename Number>
bool parse(std::string_view word, Number& number, int base = 10) {
  const auto [rest, problem] = std::from_chars(word.data(), word.data() + word.size(), number, base);
  return problem == std::errc() && rest == word.data() + word.size();
}

std::string userName(uid_t user) {
  const passwd* const known = getpwuid(user);
  return known == nullptr ? fmt::format("user {}", user) : fmt::format("{} (user {})", known->pw_name, user);
}

}  // namespace

std::optional<ProcessStatus> parseProcessStatus(std::string_view text) {
  const auto process = fields(text, "Tgid");
  const auto inner = fields(text, "NSpid");
  const auto users = fields(text, "Uid");
  const auto groups = fields(text, "Gid");
  const auto caught = fields(text, "SigCgt");
  if (process.empty() || users.size() < 2 || groups.size() < 2 || caught.empty()) return std::nullopt;
  ProcessStatus status;
  if (!parse(process.front(), status.process) || !parse(users[1], status.user) || !parse(groups[1], status.group) ||
      !parse(caught.front(), status.caught, 16)) {
    return std::nullopt;
  }
  // Kernels before 4.1 tell no inner ids. The last one is that of the innermost container.
  if (!parse(inner.empty() ? process.front() : inner.back(), status.inner)) return std::nullopt;
  const auto state = fields(text, "State");
  status.stopped = !state.empty() && (state.front() == "T" || state.front() == "t");
  return status;
}

bool ProcessStatus::handles(int signal) const { return (caught >> (signal - 1) & 1) == 1; }

bool JavaProcess::shares(const std::string& path) const {
  std::error_code problem;
  return std::filesystem::equivalent(path, seenFromHere(path), problem);
}

std::string JavaProcess::commandName() const {
  return programName(split(contentOf(folder + "/cmdline").value_or(""), '\0'));
}

std::optional<ProcessStatus> JavaProcess::status() const {
  return parseProcessStatus(contentOf(folder + "/status").value_or(""));
}

bool JavaProcess::refusesToBeAttached() const {
  constexpr std::string_view kOption = "-XX:+DisableAttachMechanism";
  for (const std::string& argument : split(contentOf(folder + "/cmdline").value_or(""), '\0')) {
    if (argument == kOption) return true;
  }
  constexpr std::array<std::string_view, 3> kVariables{"JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=", "_JAVA_OPTIONS="};
  for (const std::string& variable : split(contentOf(folder + "/environ").value_or(""), '\0')) {
    for (const std::string_view name : kVariables) {
      if (variable.starts_with(name) && variable.find(kOption) != std::string::npos) return true;
    }
  }
  return false;
}

std::optional<std::string> JavaProcess::loadedLibrary(std::string_view name) const {
  const std::string maps = contentOf(folder + "/maps").value_or("");
  for (const std::string& line : split(maps, '\n')) {
    const size_t path = line.find('/');
    if (path == std::string::npos) continue;
    const std::string_view file = std::string_view(line).substr(path);
    const std::string_view present = file.substr(0, file.find(" (deleted)"));
    if (present.substr(present.rfind('/') + 1) == name) return std::string(file);
  }
  return std::nullopt;
}

std::unexpected<Error> JavaProcess::error(std::string message) const {
  return inputError(std::move(message), {fmt::format("process {}", id), std::nullopt});
}

Result<JavaProcess> findJavaProcess(int64_t id) {
  JavaProcess java;
  if (id <= 0 || id > std::numeric_limits<pid_t>::max()) return usageError(fmt::format("{} is no process id", id));
  java.id = static_cast<pid_t>(id);
  java.folder = fmt::format("/proc/{}", id);
  const std::optional<ProcessStatus> status = java.status();
  if (!status) return java.error("there is no such process");
  if (status->process != java.id) {
    return java.error(fmt::format("this is a thread of process {}: give that number", status->process));
  }
  java.inner = status->inner;
  java.user = status->user;
  java.group = status->group;
  if (geteuid() != 0 && geteuid() != java.user) {
    return java.error(
        fmt::format("it belongs to {}: JVMs listen only to their own user and to root", userName(java.user)));
  }
  const std::optional<std::string> maps = contentOf(java.folder + "/maps");
  if (!maps) return java.error("the kernel does not let us see what it is: try as root");
  if (java.loadedLibrary("libj9vm29.so")) {
    return java.error("this is an OpenJ9 JVM, which Heaptrail cannot attach to: start it with `heaptrail record`");
  }
  if (!java.loadedLibrary("libjvm.so")) return java.error("this is no JVM: it has not loaded libjvm.so");
  return java;
}

}  // namespace heaptrail
