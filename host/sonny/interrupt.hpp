// SIGINT and SIGTERM: the first asks the search to stop, one that comes more than a second later
// ends the program at once. (Terminals, `timeout` and other wrappers like to send a signal to the
// process and to its group, so that it arrives twice; that must not cost the user the result.)
//
// The handler only sets a flag, which every thread looks at before each move; that is all a handler
// may safely do, and it suffices, because at every moment some thread can run (see thread_room.hpp)
// and a thread that ends wakes those that wait for it.
#pragma once

namespace ktour::sonny {

// False with errno set where the system refuses a handler.
[[nodiscard]] bool watch_interrupts();
bool interrupted() noexcept;

}  // namespace ktour::sonny
