// The HTTP server of a Lab, by cpp-httplib: this file's .cpp is the only one that knows the library.
//
// One request a connection, so that a request that is refused unread leaves nothing behind that could
// be taken for the next one, and so that stopping waits for nobody who is silent.
#pragma once

#include <memory>
#include <string>

#include "lab/lab_api.hpp"

namespace ktour {

class LabServer {
 public:
  // Binds at once; port 0 takes any free one. Throws UsageError where that is refused, DeviceError
  // where the program was built without the library.
  LabServer(const std::string& address, int port);
  ~LabServer();
  LabServer(const LabServer&) = delete;
  LabServer& operator=(const LabServer&) = delete;

  int port() const;
  // Answers until stop() is called on another thread, once. Streams end when their runs are stopped.
  void serve(LabApi& api);
  void stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ktour
