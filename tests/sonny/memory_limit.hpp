// For death tests: a process that gets no memory beyond a limit. Not for sanitizer builds, whose
// shadow takes terabytes of address space.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>

namespace ktour::sonny {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KTOUR_SONNY_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KTOUR_SONNY_SANITIZED 1
#endif
#endif

#if defined(KTOUR_SONNY_SANITIZED)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

inline void limit_address_space(std::size_t bytes) {
  const rlimit limit{bytes, bytes};
  if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(2);
}

}  // namespace ktour::sonny
