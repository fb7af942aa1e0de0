// An Array that grows: plain values, added at the end.
//
// What std::vector copies when it grows, page by page into new memory, stays where it is here: the operating system
// only writes down that it is at other addresses now. And what has become large gets huge pages.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

#include "base/array.h"

namespace heaptrail {

template <typename T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  using value_type = T;

  GrowingArray() = default;
  GrowingArray(std::initializer_list<T> values) { append(std::span(values.begin(), values.size())); }
  ~GrowingArray() {
    if (data_ != nullptr) releasePages(data_, capacity_ * sizeof(T));
  }

  GrowingArray(GrowingArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) {
    assert(i < size_);
    return data_[i];
  }
  const T& operator[](size_t i) const {
    assert(i < size_);
    return data_[i];
  }
  T& back() { return (*this)[size_ - 1]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  void push_back(const T& value) {
    if (size_ == capacity_) [[unlikely]] {
      const T kept = value;  // it may be one of these
      grow(size_ + 1);
      data_[size_++] = kept;
      return;
    }
    data_[size_++] = value;
  }
  /// `values` must not be part of this array.
  void append(std::span<const T> values) {
    if (!values.empty()) std::memcpy(extend(values.size()), values.data(), values.size() * sizeof(T));
  }
  /// Adds so many values, which are the caller's to write.
  T* extend(size_t count) {
    if (capacity_ - size_ < count) grow(size_ + count);
    T* const added = data_ + size_;
    size_ += count;
    return added;
  }
  /// The memory stays, whatever happens to the size.
  void clear() { size_ = 0; }
  void resize(size_t size, const T& value = T{}) {
    if (size > capacity_) grow(size);
    if (size > size_) std::fill(data_ + size_, data_ + size, value);
    size_ = size;
  }
  void assign(size_t size, const T& value) {
    clear();
    resize(size, value);
  }

 private:
  void grow(size_t needed) {
    const size_t capacity = std::max({needed, 2 * capacity_, size_t{16}});
    data_ = static_cast<T*>(data_ == nullptr ? acquirePages(capacity * sizeof(T))
                                             : growPages(data_, capacity_ * sizeof(T), capacity * sizeof(T)));
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

/// Takes out what `isOut` says; returns how many these were.
template <typename T, typename IsOut>
size_t erase_if(GrowingArray<T>& values, IsOut&& isOut) {
  const auto kept = static_cast<size_t>(std::remove_if(values.begin(), values.end(), isOut) - values.begin());
  const size_t erased = values.size() - kept;
  values.resize(kept);
  return erased;
}

}  // namespace heaptrail
