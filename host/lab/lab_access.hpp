// Who may talk to a Lab. The Host header must name the address that it listens on, so that a page of
// another site cannot reach it under a name of its own (DNS rebinding); what changes something must
// come from the Lab's own page (Origin); and where it listens on more than the loopback address, every
// request must carry a secret, as a cookie that the printed address sets.
#pragma once

#include <string>

namespace ktour {

// "localhost", 127.0.0.0/8 or ::1.
bool is_loopback(const std::string& address);

class LabAccess {
 public:
  // `address` as given to --listen. The token is empty where none is needed.
  LabAccess(std::string address, int port, std::string token);

  bool host_allowed(const std::string& host) const;
  // `origin` is the header's value, empty where there was none.
  bool origin_allowed(const std::string& origin, const std::string& host) const;
  bool token_allowed(const std::string& token) const;
  bool cookie_allowed(const std::string& cookies) const;

  // "name=value; attributes", for an address that has the right token.
  std::string set_cookie() const;
  // What to open in a browser.
  std::string url() const;

 private:
  std::string address_;
  int port_;
  std::string token_;
};

}  // namespace ktour
