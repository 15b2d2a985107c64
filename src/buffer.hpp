// A growable-once array for millions of states: uninitialised on allocation, so that untouched
// pages cost no memory, and able to give its unused tail back to the system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "errors.hpp"

namespace ktour {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  // Room for `capacity` elements of unspecified value. Throws SpaceError.
  explicit Buffer(std::uint64_t capacity) { resize_storage(capacity); }
  Buffer(Buffer&& other) noexcept
      : elements_(std::exchange(other.elements_, nullptr)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(elements_, other.elements_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { std::free(elements_); }

  // Changes the capacity; the elements that still fit keep their values. Throws SpaceError.
  void resize_storage(std::uint64_t capacity) {
    if (capacity == capacity_) return;
    if (capacity == 0) {
      std::free(std::exchange(elements_, nullptr));
    } else {
      void* moved = capacity > SIZE_MAX / sizeof(T)
                        ? nullptr
                        : std::realloc(static_cast<void*>(elements_), capacity * sizeof(T));
      if (moved == nullptr)
        throw SpaceError("the system refused " + std::to_string(capacity * sizeof(T)) +
                         " bytes; free memory or set a lower --memory");
      elements_ = static_cast<T*>(moved);
    }
    capacity_ = capacity;
  }

  T* data() { return elements_; }
  const T* data() const { return elements_; }
  std::uint64_t capacity() const { return capacity_; }
  T& operator[](std::uint64_t index) { return elements_[index]; }
  const T& operator[](std::uint64_t index) const { return elements_[index]; }
  std::span<const T> view() const { return {elements_, static_cast<std::size_t>(capacity_)}; }

 private:
  T* elements_ = nullptr;
  std::uint64_t capacity_ = 0;
};

}  // namespace ktour
