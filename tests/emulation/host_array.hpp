// The arrays of the host backend: "device" memory with a limit, and host memory for copies.
//
// Every array is a heap block of its own, so AddressSanitizer sees its ends, and starts as poison.
// Arrays of the two kinds are different types, as a pointer from the wrong one is a crash on a GPU.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "block_emulator.hpp"
#include "errors.hpp"

namespace ktour {

// Shared by a backend and its arrays, which may outlive it.
struct MemoryAccount {
  std::uint64_t limit_bytes = 0;
  std::uint64_t device_bytes = 0;
  std::uint64_t live = 0;         // arrays that exist, of both kinds
  std::uint64_t allocations = 0;  // arrays ever made, of both kinds

  std::uint64_t free_bytes() const { return limit_bytes - device_bytes; }
};

enum class Place { kDevice, kHost };

template <class T, Place kPlace>
class OwnedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  OwnedArray() = default;
  // Throws SpaceError where the limit of device memory would be passed.
  OwnedArray(std::shared_ptr<MemoryAccount> account, std::uint64_t capacity)
      : capacity_(capacity), account_(std::move(account)) {
    if (kPlace == Place::kDevice && capacity > account_->free_bytes() / sizeof(T))
      throw SpaceError("device memory: " + std::to_string(capacity) + " elements of " +
                       std::to_string(sizeof(T)) + " bytes do not fit into the " +
                       std::to_string(account_->free_bytes()) +
                       " bytes that are free; set a lower --memory");
    elements_ = static_cast<T*>(::operator new(capacity * sizeof(T)));
    std::memset(static_cast<void*>(elements_), kPoisonByte, capacity * sizeof(T));
    account_->device_bytes += device_bytes();
    ++account_->live;
    ++account_->allocations;
  }
  OwnedArray(OwnedArray&& other) noexcept { swap(other); }
  OwnedArray& operator=(OwnedArray&& other) noexcept {
    OwnedArray taken(std::move(other));
    swap(taken);
    return *this;
  }
  OwnedArray(const OwnedArray&) = delete;
  OwnedArray& operator=(const OwnedArray&) = delete;
  ~OwnedArray() {
    if (account_ == nullptr) return;
    ::operator delete(elements_);
    account_->device_bytes -= device_bytes();
    --account_->live;
  }

  T* data() { return elements_; }
  const T* data() const { return elements_; }
  std::uint64_t capacity() const { return capacity_; }

 private:
  std::uint64_t device_bytes() const {
    return kPlace == Place::kDevice ? capacity_ * sizeof(T) : 0;
  }

  void swap(OwnedArray& other) noexcept {
    std::swap(elements_, other.elements_);
    std::swap(capacity_, other.capacity_);
    std::swap(account_, other.account_);
  }

  T* elements_ = nullptr;
  std::uint64_t capacity_ = 0;
  std::shared_ptr<MemoryAccount> account_;
};

}  // namespace ktour
