#include "values/time_texts.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace heaptrail {

namespace {

constexpr int64_t kSecondsPerDay = 86400;
constexpr int64_t kLastSecond = int64_t{30000} * 366 * kSecondsPerDay;  // std::chrono counts years in 16 bits

/// All of these fields, or none.
template <size_t kCount>
std::optional<std::array<int64_t, kCount>> integers(const FieldValues& fields,
                                                    const std::array<std::string_view, kCount>& names) {
  std::array<int64_t, kCount> values{};
  for (size_t i = 0; i < kCount; ++i) {
    const std::optional<int64_t> value = fields.integer(names[i]);
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  return values;
}

/// `.5`, `.000000001`; empty for none.
std::string fraction(int64_t nanos) {
  if (nanos == 0) return {};
  std::string digits = fmt::format(".{:09}", nanos);
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

/// The same in milli-, micro- or nanoseconds, as java.time writes points in time: `.500`.
std::string subseconds(int64_t nanos) {
  std::string digits = fraction(nanos);
  while (!digits.empty() && digits.size() % 3 != 1) digits += '0';
  return digits;
}

std::string yearDigits(int64_t year) { return fmt::format("{}{:04}", year < 0 ? "-" : "", std::abs(year)); }

std::string pointInTime(int64_t seconds, int64_t nanos) {
  using namespace std::chrono;
  if (seconds < -kLastSecond || seconds > kLastSecond) return fmt::format("{} s since 1970", seconds);
  const sys_seconds moment{std::chrono::seconds(seconds)};
  const auto midnight = floor<days>(moment);
  const year_month_day date(midnight);
  const hh_mm_ss time(moment - midnight);
  return fmt::format("{}-{:02}-{:02}T{:02}:{:02}:{:02}{}Z", yearDigits(static_cast<int>(date.year())),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), time.hours().count(),
                     time.minutes().count(), time.seconds().count(), subseconds(nanos));
}

std::string joined(const ObjectText& text, const FieldValues& fields, std::string_view first, std::string_view second,
                   std::string_view between) {
  const ObjectIndex a = fields.object(first);
  const ObjectIndex b = fields.object(second);
  if (!a.exists() || !b.exists()) return {};
  return fmt::format("{}{}{}", text.ofPart(a), between, text.ofPart(b));
}

}  // namespace

std::string dateText(const ObjectText&, const FieldValues& fields) {
  const auto date = integers<3>(fields, {"year", "month", "day"});
  return date ? fmt::format("{}-{:02}-{:02}", yearDigits((*date)[0]), (*date)[1], (*date)[2]) : "";
}

std::string timeText(const ObjectText&, const FieldValues& fields) {
  const auto time = integers<4>(fields, {"hour", "minute", "second", "nano"});
  if (!time) return {};
  const auto [hour, minute, second, nano] = *time;
  return fmt::format("{:02}:{:02}:{:02}{}", hour, minute, second, subseconds(nano));
}

std::string dateTimeText(const ObjectText& text, const FieldValues& fields) {
  return joined(text, fields, "date", "time", "T");
}

std::string offsetDateTimeText(const ObjectText& text, const FieldValues& fields) {
  return joined(text, fields, "dateTime", "offset", "");
}

std::string zonedDateTimeText(const ObjectText& text, const FieldValues& fields) {
  const std::string moment = joined(text, fields, "dateTime", "offset", "");
  const bool named = fields.object("zone").exists() && fields.object("zone") != fields.object("offset");
  return moment.empty() || !named ? moment : fmt::format("{}[{}]", moment, text.ofPart(fields.object("zone")));
}

std::string yearText(const ObjectText&, const FieldValues& fields) {
  const std::optional<int64_t> year = fields.integer("year");
  return year ? fmt::format("{}", *year) : "";
}

std::string yearMonthText(const ObjectText&, const FieldValues& fields) {
  const auto month = integers<2>(fields, {"year", "month"});
  return month ? fmt::format("{}-{:02}", yearDigits((*month)[0]), (*month)[1]) : "";
}

std::string zoneOffsetText(const ObjectText&, const FieldValues& fields) {
  const std::optional<int64_t> offset = fields.integer("totalSeconds");
  if (!offset) return {};
  if (*offset == 0) return "Z";
  const int64_t seconds = std::abs(*offset);
  const std::string rest = seconds % 60 == 0 ? "" : fmt::format(":{:02}", seconds % 60);
  return fmt::format("{}{:02}:{:02}{}", *offset < 0 ? '-' : '+', seconds / 3600, seconds / 60 % 60, rest);
}

std::string instantText(const ObjectText&, const FieldValues& fields) {
  const auto instant = integers<2>(fields, {"seconds", "nanos"});
  return instant ? pointInTime((*instant)[0], (*instant)[1]) : "";
}

std::string utilDateText(const ObjectText&, const FieldValues& fields) {
  const std::optional<int64_t> millis = fields.integer("fastTime");
  if (!millis) return {};
  const int64_t seconds = *millis / 1000 - (*millis % 1000 < 0 ? 1 : 0);
  return pointInTime(seconds, (*millis - seconds * 1000) * 1'000'000);
}

std::string durationText(const ObjectText&, const FieldValues& fields) {
  const auto duration = integers<2>(fields, {"seconds", "nanos"});
  if (!duration) return {};
  auto [seconds, nanos] = *duration;
  const bool negative = seconds < 0;
  // -1.5 s is kept as -2 s and half a second.
  if (negative && nanos > 0) {
    ++seconds;
    nanos = 1'000'000'000 - nanos;
  }
  std::string text = "PT";
  if (seconds / 3600 != 0) text += fmt::format("{}H", seconds / 3600);
  if (seconds / 60 % 60 != 0) text += fmt::format("{}M", seconds / 60 % 60);
  const int64_t rest = seconds % 60;
  if (rest != 0 || nanos != 0 || text == "PT") {
    text += fmt::format("{}{}{}S", rest < 0 || (negative && rest == 0 && nanos != 0) ? "-" : "", std::abs(rest),
                        fraction(nanos));
  }
  return text;
}

std::string periodText(const ObjectText&, const FieldValues& fields) {
  const auto period = integers<3>(fields, {"years", "months", "days"});
  if (!period) return {};
  std::string text = "P";
  for (size_t i = 0; i < period->size(); ++i) {
    if ((*period)[i] != 0) text += fmt::format("{}{}", (*period)[i], "YMD"[i]);
  }
  return text == "P" ? "P0D" : text;
}

}  // namespace heaptrail
