#include "recorder/options.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/try.h"

namespace heaptrail::recorder {

namespace {

/// The number at the front of `text`, and what follows it.
template <typename Number>
std::optional<Number> takeNumber(std::string_view& text) {
  Number number{};
  const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || rest == text.data()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(rest - text.data()));
  return number;
}

std::unexpected<Error> expected(std::string_view option, std::string_view what, std::string_view found) {
  return usageError(std::string(option) + ": expected " + std::string(what) + ", found \"" + std::string(found) + '"');
}

Status parseEvery(std::string_view value, Options& options) {
  options.everySeconds = 0;
  options.everyCollections = 0;
  options.everyIsGiven = true;
  if (value == "off") return {};
  std::string_view rest = value;
  const std::optional<double> number = takeNumber<double>(rest);
  constexpr double kLongest = 1e7;
  if (number && *number > 0 && *number <= kLongest) {
    if (rest == "gc" && *number == static_cast<uint32_t>(*number)) {
      options.everyCollections = static_cast<uint32_t>(*number);
      return {};
    }
    const double unit = rest == "ms" ? 0.001 : rest == "s" ? 1 : rest == "m" ? 60 : rest == "h" ? 3600 : 0;
    if (unit > 0) {
      options.everySeconds = *number * unit;
      return {};
    }
  }
  return expected("every", "a time such as 10s, 500ms or 2m, a number of collections such as 5gc, or off", value);
}

Status parseInterval(std::string_view value, Options& options) {
  std::string_view rest = value;
  const std::optional<uint32_t> number = takeNumber<uint32_t>(rest);
  const uint64_t unit = rest.empty()                 ? 1
                        : rest == "k" || rest == "K" ? 1 << 10
                        : rest == "m" || rest == "M" ? 1 << 20
                                                     : 0;
  constexpr uint64_t kLargest = uint64_t{1} << 30;
  if (!number || unit == 0 || *number * unit == 0 || *number * unit > kLargest) {
    return expected("interval", "bytes such as 512k or 1m, at most 1024m", value);
  }
  options.sampleInterval = static_cast<uint32_t>(*number * unit);
  return {};
}

Status parseBudget(std::string_view value, Options& options) {
  std::string_view rest = value;
  const std::optional<double> percent = takeNumber<double>(rest);
  constexpr double kMinPercent = 0.01;
  constexpr double kMaxPercent = 50;
  const bool isInRange = percent && *percent >= kMinPercent && *percent <= kMaxPercent;
  if (!isInRange || rest != "%") {
    return expected("budget", "a share of the program's time from 0.01% to 50%, such as 1%", value);
  }
  options.budget = *percent / 100;
  return {};
}

constexpr std::array<std::string_view, 4> kSites{"off", "sampled", "auto", "exact"};

Status parseSites(std::string_view value, Options& options) {
  const auto* const found = std::ranges::find(kSites, value);
  if (found == kSites.end()) return expected("sites", "off, auto, sampled or exact", value);
  options.sites = static_cast<Sites>(found - kSites.begin());
  return {};
}

/// What was given, as far as options depend on each other.
struct Given {
  bool sites = false;
  bool depth = false;
  bool interval = false;
  bool budget = false;
};

Status checkTogether(const Given& given, Options& options) {
  if (options.lightPoints) {
    const bool asksForSites =
        given.interval || given.budget || given.depth || (given.sites && options.sites != Sites::kOff);
    if (asksForSites) {
      return usageError(
          "points: light ones have no objects, so none of which the allocation site could be told: leave "
          "out sites, budget, interval and depth, or take points=full");
    }
    options.sites = Sites::kOff;
  }
  if (given.interval && !given.sites) options.sites = Sites::kSampled;
  if (given.interval && options.sites != Sites::kSampled) {
    return usageError("interval: the distance of samples goes with sites=sampled only, found sites=" +
                      std::string(kSites[static_cast<size_t>(options.sites)]));
  }
  if (given.budget && options.sites != Sites::kAuto) {
    return usageError("budget: the share of time for samples goes with sites=auto only, found sites=" +
                      std::string(kSites[static_cast<size_t>(options.sites)]));
  }
  return {};
}

Status parseOne(std::string_view name, std::string_view value, Options& options) {
  if (name == "every") return parseEvery(value, options);
  if (name == "interval") return parseInterval(value, options);
  if (name == "sites") return parseSites(value, options);
  if (name == "budget") return parseBudget(value, options);
  if (name == "depth") {
    std::string_view rest = value;
    const std::optional<uint32_t> number = takeNumber<uint32_t>(rest);
    constexpr uint32_t kDeepest = 256;
    if (!number || !rest.empty() || *number == 0 || *number > kDeepest) {
      return expected("depth", "a number of frames from 1 to 256", value);
    }
    options.depth = *number;
    return {};
  }
  if (name == "points") {
    if (value != "full" && value != "light") return expected("points", "full or light", value);
    options.lightPoints = value == "light";
    return {};
  }
  if (name == "exit") {
    if (value != "yes" && value != "no") return expected("exit", "yes or no", value);
    options.exitPoint = value == "yes";
    return {};
  }
  return usageError("there is no option \"" + std::string(name) +
                    "\"; there are every, points, sites, budget, interval, depth, exit and file");
}

/// What the sites' own options say.
std::string describeSites(const Options& options) {
  std::string text = "sites=" + std::string(kSites[static_cast<size_t>(options.sites)]);
  if (options.sites == Sites::kSampled) text += ",interval=" + std::to_string(options.sampleInterval);
  if (options.sites == Sites::kAuto) {
    std::array<char, 32> percent{};
    const auto [end, problem] = std::to_chars(percent.begin(), percent.end(), options.budget * 100);
    text += ",budget=" + std::string(percent.begin(), end) + '%';
  }
  return text;
}

}  // namespace

Result<Options> parseOptions(std::string_view text) {
  Options options;
  Given given;
  while (!text.empty()) {
    const bool isFile = text.starts_with("file=");
    const size_t end = isFile ? text.size() : std::min(text.find(','), text.size());
    const std::string_view option = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t equals = option.find('=');
    if (equals == std::string_view::npos) {
      return usageError("expected NAME=VALUE, found \"" + std::string(option) + '"');
    }
    const std::string_view name = option.substr(0, equals);
    const std::string_view value = option.substr(equals + 1);
    given.sites = given.sites || name == "sites";
    given.interval = given.interval || name == "interval";
    given.budget = given.budget || name == "budget";
    given.depth = given.depth || name == "depth";
    if (isFile) {
      if (value.empty()) return expected("file", "the name of a file", value);
      options.file = value;
    } else {
      TRY(parseOne(name, value, options));
    }
  }
  TRY(checkTogether(given, options));
  return options;
}

std::string describe(const Options& options) {
  const std::string every = options.everyCollections > 0 ? std::to_string(options.everyCollections) + "gc"
                            : options.everySeconds > 0
                                ? std::to_string(static_cast<uint64_t>(options.everySeconds * 1000)) + "ms"
                                : "off";
  return "every=" + every + (options.lightPoints ? ",points=light," : ",") + describeSites(options) +
         ",depth=" + std::to_string(options.depth) + ",exit=" + (options.exitPoint ? "yes" : "no");
}

std::string fileName(const std::string& pattern) {
  std::string name;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%' || i + 1 == pattern.size()) {
      name += pattern[i];
    } else if (pattern[i + 1] == 'p') {
      name += std::to_string(::getpid());
      ++i;
    } else {
      name += pattern[i];
      if (pattern[i + 1] == '%') ++i;
    }
  }
  return name;
}

}  // namespace heaptrail::recorder
