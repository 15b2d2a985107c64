#include "console.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "errors.hpp"

namespace ktour {
namespace {

int stdout_error = 0;

}  // namespace

void prepare_console() {
  for (int descriptor = open("/dev/null", O_RDWR); descriptor >= 0 && descriptor <= STDERR_FILENO;)
    descriptor = open("/dev/null", O_RDWR);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void say(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    stdout_error = stdout_error == 0 ? errno : stdout_error;
}

void note(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

int finish_console(int exit_code) {
  if (std::fflush(stdout) != 0 && stdout_error == 0) stdout_error = errno;
  if (stdout_error == 0) return exit_code;
  if (stdout_error == EPIPE) return exit_code == kExitDone ? kExitReaderGone : exit_code;
  note(std::string("ktour: could not write to stdout: ") + std::strerror(stdout_error) + "\n");
  return exit_code == kExitDone ? kExitNoSpace : exit_code;
}

std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& character : line)
    if (static_cast<unsigned char>(character) < ' ' || character == '\x7f') character = '?';
  return line;
}

}  // namespace ktour
