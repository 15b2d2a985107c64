// In the place of lab_server.cpp where cpp-httplib was not there at build time.
#include "errors.hpp"
#include "lab/lab_server.hpp"

namespace ktour {

struct LabServer::Parts {};

LabServer::LabServer(const std::string&, int) {
  throw DeviceError(
      "this program was built without the Lab's server; install cpp-httplib (Debian: "
      "libcpp-httplib-dev, pkg-config) and build again, which `./run lab` does");
}
LabServer::~LabServer() = default;
int LabServer::port() const { return 0; }
void LabServer::serve(LabApi&) {}
void LabServer::stop() {}

}  // namespace ktour
