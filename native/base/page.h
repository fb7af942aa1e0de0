// A page of a list: at most `limit` rows from the one numbered `offset` on. Questions ask for lists so, and all that
// lists have is cut here. Whatever is asked for, a page lies within its list: what begins behind the end is empty.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heaptrail {

/// The rows [from, to).
struct PlacesOfPage {
  uint64_t from = 0;
  uint64_t to = 0;

  constexpr bool has(uint64_t place) const { return place >= from && place < to; }
  constexpr uint64_t size() const { return to - from; }
};

/// Of a list of so many rows.
constexpr PlacesOfPage placesOfPage(uint64_t rows, uint64_t offset, uint64_t limit) {
  const uint64_t from = std::min(offset, rows);
  return {from, from + std::min(limit, rows - from)};
}

template <typename Row>
std::span<Row> pageOf(std::vector<Row>& rows, uint64_t offset, uint64_t limit) {
  const PlacesOfPage places = placesOfPage(rows.size(), offset, limit);
  return std::span(rows).subspan(places.from, places.size());
}

template <typename Row>
std::span<const Row> pageOf(const std::vector<Row>& rows, uint64_t offset, uint64_t limit) {
  const PlacesOfPage places = placesOfPage(rows.size(), offset, limit);
  return std::span(rows).subspan(places.from, places.size());
}

/// The page of the list as `before` orders it. Nothing behind the page is put in order, which for a short page of a
/// long list is most.
template <typename Row, typename Before>
std::span<Row> sortedPageOf(std::vector<Row>& rows, uint64_t offset, uint64_t limit, Before&& before) {
  const PlacesOfPage places = placesOfPage(rows.size(), offset, limit);
  std::ranges::partial_sort(rows, rows.begin() + static_cast<std::ptrdiff_t>(places.to), before);
  return std::span(rows).subspan(places.from, places.size());
}

/// Leaves nothing but the page.
template <typename Row>
void keepPage(std::vector<Row>& rows, uint64_t offset, uint64_t limit) {
  const PlacesOfPage places = placesOfPage(rows.size(), offset, limit);
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(places.to), rows.end());
  rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(places.from));
}

/// Leaves at most so many, the first ones.
template <typename Row>
void keepFirst(std::vector<Row>& rows, uint64_t limit) {
  keepPage(rows, 0, limit);
}

}  // namespace heaptrail
