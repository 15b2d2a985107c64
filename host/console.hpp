// What the program says: the answer on stdout, everything else on stderr. Nothing here fails: a closed
// or full stdout must not cost a run its report, so errors are kept and looked at once, at the end.
#pragma once

#include <string>
#include <string_view>

namespace ktour {

// Opens what is closed of stdin, stdout and stderr on /dev/null, so that no file gets their numbers,
// and makes a closed pipe and a full file an error of the write instead of a signal.
void prepare_console();

void say(std::string_view text);   // stdout
void note(std::string_view text);  // stderr

// Flushes stdout; says on stderr what went wrong with it. Returns `exit_code`, or the code for an
// answer that could not be written: 4, or 141 without a word where the reader is gone.
int finish_console(int exit_code);

// `text` without line breaks and other control characters, for messages of one line.
std::string one_line(std::string_view text);

}  // namespace ktour
