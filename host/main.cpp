// The program `ktour`: reads the command line, runs one command, turns errors into one line on stderr
// and an exit code.
#include <exception>
#include <new>

#include "command_line.hpp"
#include "console.hpp"
#include "errors.hpp"

namespace {

int fail(const char* message, int exit_code) {
  ktour::note("ktour: " + ktour::one_line(message) + "\n");
  return exit_code;
}

int run(int argc, char** argv) {
  try {
    return ktour::run_command_line(argc, argv);
  } catch (const ktour::ReaderGone& gone) {
    return gone.exit_code();
  } catch (const ktour::Error& error) {
    return fail(error.what(), error.exit_code());
  } catch (const std::bad_alloc&) {
    return fail("the system refused memory; free some or set a lower --memory",
                ktour::kExitNoSpace);
  } catch (const std::exception& error) {
    return fail(error.what(), ktour::kExitNoSpace);
  }
}

}  // namespace

int main(int argc, char** argv) {
  ktour::prepare_console();
  return ktour::finish_console(run(argc, argv));
}
