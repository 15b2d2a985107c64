// Whole arrays to and from a host backend, for tests. Both wait for the stream.
#pragma once

#include <vector>

#include "host_backend.hpp"

namespace ktour {

template <class T>
HostBackend::Array<T> upload(HostBackend& backend, const std::vector<T>& values) {
  auto array = backend.allocate<T>(values.size());
  backend.copy_to_device(array.data(), values.data(), values.size());
  backend.synchronize();
  return array;
}

template <class T>
std::vector<T> download(HostBackend& backend, const HostBackend::Array<T>& array) {
  std::vector<T> values(array.capacity());
  backend.copy_to_host(values.data(), array.data(), values.size());
  backend.synchronize();
  return values;
}

}  // namespace ktour
