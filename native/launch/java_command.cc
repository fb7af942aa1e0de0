#include "launch/java_command.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace heaptrail {

namespace {

/// Options of `java` whose value is the next word.
constexpr std::array<std::string_view, 15> kWithValue{
    "-cp",           "-classpath",        "--class-path",   "-p",          "--module-path",
    "--add-modules", "--add-reads",       "--add-exports",  "--add-opens", "--limit-modules",
    "--source",      "--describe-module", "--patch-module", "-d",          "--upgrade-module-path"};

std::string_view behindLast(std::string_view text, char separator) {
  const size_t at = text.rfind(separator);
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

std::string_view without(std::string_view text, std::string_view ending) {
  return text.ends_with(ending) ? text.substr(0, text.size() - ending.size()) : text;
}

std::string_view ofClass(std::string_view name) {
  if (name.ends_with(".java")) return without(behindLast(name, '/'), ".java");
  return behindLast(behindLast(name, '/'), '.');
}

/// Empty where the arguments do not tell.
std::string_view runByJava(std::span<const std::string> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    const bool isLast = i + 1 == arguments.size();
    if (argument == "-jar") return isLast ? "" : without(behindLast(arguments[i + 1], '/'), ".jar");
    if (argument == "-m" || argument == "--module") return isLast ? "" : ofClass(arguments[i + 1]);
    if (argument.starts_with("--module=")) return ofClass(argument.substr(argument.find('=') + 1));
    if (std::ranges::find(kWithValue, argument) != kWithValue.end()) {
      ++i;
    } else if (!argument.starts_with('-') && !argument.starts_with('@')) {
      return ofClass(argument);
    }
  }
  return "";
}

}  // namespace

std::string programName(std::span<const std::string> command) {
  if (command.empty()) return "java";
  const std::string_view program = behindLast(command.front(), '/');
  std::string_view name = program == "java" ? runByJava(command.subspan(1)) : without(program, ".sh");
  if (name.empty()) name = program.empty() ? "java" : program;
  return std::string(name);
}

}  // namespace heaptrail
