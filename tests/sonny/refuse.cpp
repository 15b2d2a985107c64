// A library to preload, in which chosen calls fail: SONNY_REFUSE=name:first:count:errno refuses the
// calls number `first` to first + count - 1 of `name` with that error number.
//
// So every error path of the program can be walked without filling a machine. Names:
// pthread_create, pthread_join, pthread_attr_init, pthread_attr_setstacksize, sigaction, realloc,
// calloc (only the rows of a board, which are the calls for elements of one byte: the thread
// library calls calloc too), and write, which is not refused but writes one byte only, as a full
// pipe may.
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

// glibc's own names: dlsym(), the usual way to the real function, calls calloc itself.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" void* __libc_calloc(std::size_t elements, std::size_t bytes);
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" void* __libc_realloc(void* block, std::size_t bytes);

namespace {

std::atomic<long> calls{0};

// The error number where this call of `name` is to be refused, otherwise 0. Reads the environment
// every time and allocates nothing: it is called before constructors run.
int refusal(const char* name) {
  const char* order = std::getenv("SONNY_REFUSE");
  const std::size_t length = std::strlen(name);
  if (order == nullptr || std::strncmp(order, name, length) != 0 || order[length] != ':') return 0;
  char* rest = nullptr;
  const long first = std::strtol(order + length + 1, &rest, 10);
  const long count = std::strtol(rest + 1, &rest, 10);
  const long error = std::strtol(rest + 1, &rest, 10);
  const long call = ++calls;
  return call >= first && call < first + count ? static_cast<int>(error) : 0;
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*start)(void*), void* argument) {
  if (const int error = refusal("pthread_create")) return error;
  return next<decltype(pthread_create)>("pthread_create")(thread, attributes, start, argument);
}

extern "C" int pthread_join(pthread_t thread, void** returned) {
  if (const int error = refusal("pthread_join")) return error;
  return next<decltype(pthread_join)>("pthread_join")(thread, returned);
}

extern "C" int pthread_attr_init(pthread_attr_t* attributes) {
  if (const int error = refusal("pthread_attr_init")) return error;
  return next<decltype(pthread_attr_init)>("pthread_attr_init")(attributes);
}

extern "C" int pthread_attr_setstacksize(pthread_attr_t* attributes, std::size_t bytes) {
  if (const int error = refusal("pthread_attr_setstacksize")) return error;
  return next<decltype(pthread_attr_setstacksize)>("pthread_attr_setstacksize")(attributes, bytes);
}

extern "C" int sigaction(int number, const struct sigaction* action, struct sigaction* old) {
  if (const int error = refusal("sigaction")) {
    errno = error;
    return -1;
  }
  return next<int(int, const struct sigaction*, struct sigaction*)>("sigaction")(number, action,
                                                                                 old);
}

extern "C" void* calloc(std::size_t elements, std::size_t bytes) {
  if (bytes == 1 && refusal("calloc") != 0) return nullptr;
  return __libc_calloc(elements, bytes);
}

extern "C" void* realloc(void* block, std::size_t bytes) {
  if (refusal("realloc") != 0) return nullptr;
  return __libc_realloc(block, bytes);
}

extern "C" ssize_t write(int descriptor, const void* bytes, std::size_t count) {
  const std::size_t allowed = count > 1 && refusal("write") != 0 ? 1 : count;
  return next<decltype(write)>("write")(descriptor, bytes, allowed);
}
