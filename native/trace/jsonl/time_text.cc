#include "trace/jsonl/time_text.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <span>

namespace heaptrail::jsonl {

namespace {

/// Takes `digits` digits and the text behind them off the front.
std::optional<unsigned> take(std::string_view& text, size_t digits, std::string_view behind) {
  if (text.size() < digits) return std::nullopt;
  unsigned number = 0;
  const std::span<const char> front(text.begin(), digits);
  const auto [end, problem] = std::from_chars(front.data(), front.data() + front.size(), number);
  if (problem != std::errc() || end != front.data() + front.size()) return std::nullopt;
  text.remove_prefix(digits);
  if (!text.starts_with(behind)) return std::nullopt;
  text.remove_prefix(behind.size());
  return number;
}

}  // namespace

std::optional<int64_t> millisOf(std::string_view time) {
  const auto year = take(time, 4, "-");
  const auto month = take(time, 2, "-");
  const auto day = take(time, 2, "T");
  const auto hour = take(time, 2, ":");
  const auto minute = take(time, 2, ":");
  const auto second = take(time, 2, "");
  if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
  unsigned millis = 0;
  if (time.starts_with('.')) {
    time.remove_prefix(1);
    for (unsigned unit = 100; !time.empty() && time.front() >= '0' && time.front() <= '9'; unit /= 10) {
      millis += static_cast<unsigned>(time.front() - '0') * unit;
      time.remove_prefix(1);
    }
  }
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)), std::chrono::month(*month),
                                         std::chrono::day(*day)};
  if (time != "Z" || !date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch();
  return std::chrono::milliseconds(days).count() + ((*hour * 60 + *minute) * 60 + *second) * int64_t{1000} + millis;
}

std::optional<std::string> timeOf(int64_t millis) {
  static const int64_t first = *millisOf("0001-01-01T00:00:00Z");
  static const int64_t last = *millisOf("9999-12-31T23:59:59.999Z");
  if (millis < first || millis > last) return std::nullopt;
  const std::chrono::sys_time<std::chrono::milliseconds> time{std::chrono::milliseconds(millis)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  const std::string fraction = clock.subseconds().count() == 0 ? "" : fmt::format(".{:03}", clock.subseconds().count());
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(), fraction);
}

}  // namespace heaptrail::jsonl
