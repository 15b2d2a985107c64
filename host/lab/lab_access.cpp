#include "lab/lab_access.hpp"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace ktour {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  return text;
}

bool is_ipv4(const std::string& text) {
  in_addr address{};
  return inet_pton(AF_INET, text.c_str(), &address) == 1;
}
bool is_ipv6(const std::string& text) {
  in6_addr address{};
  return inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

// Every address of the machine.
bool is_wildcard(const std::string& address) { return address == "0.0.0.0" || address == "::"; }

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "localhost";
  return lower(name.data());
}

// As it stands in an address: IPv6 in brackets.
std::string in_url(const std::string& host) { return is_ipv6(host) ? "[" + host + "]" : host; }

// In a time that does not depend on where they differ.
bool equal_secrets(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t index = 0; index < a.size(); ++index)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[index])) ^
                  static_cast<unsigned>(static_cast<unsigned char>(b[index]));
  return difference == 0;
}

}  // namespace

bool is_loopback(const std::string& address) {
  return lower(address) == "localhost" || address == "::1" ||
         (is_ipv4(address) && address.starts_with("127."));
}

LabAccess::LabAccess(std::string address, int port, std::string token)
    : address_(lower(std::move(address))), port_(port), token_(std::move(token)) {}

bool LabAccess::host_allowed(const std::string& host_header) const {
  std::string host = lower(host_header);
  const std::string port = ":" + std::to_string(port_);
  if (host.ends_with(port))
    host.resize(host.size() - port.size());
  else if (port_ != 80)
    return false;
  if (host == in_url(address_)) return true;
  if (is_loopback(address_)) return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
  if (!is_wildcard(address_)) return false;
  // A name that somebody else can point at this machine is none of these.
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  return host == "localhost" || host == host_name() || is_ipv4(host) ||
         (bracketed && is_ipv6(host.substr(1, host.size() - 2)));
}

bool LabAccess::origin_allowed(const std::string& origin, const std::string& host) const {
  return origin.empty() || lower(origin) == "http://" + lower(host);
}

bool LabAccess::token_allowed(const std::string& token) const {
  return token_.empty() || equal_secrets(token, token_);
}

bool LabAccess::cookie_allowed(const std::string& cookies) const {
  if (token_.empty()) return true;
  // Cookies do not know ports, so the name does.
  const std::string name = fmt::format("ktour_lab_{}=", port_);
  std::size_t begin = 0;
  while (begin < cookies.size()) {
    const std::size_t end = std::min(cookies.find(';', begin), cookies.size());
    std::size_t first = begin;
    while (first < end && cookies[first] == ' ') ++first;
    const std::string cookie = cookies.substr(first, end - first);
    if (cookie.starts_with(name) && equal_secrets(cookie.substr(name.size()), token_)) return true;
    begin = end + 1;
  }
  return false;
}

std::string LabAccess::set_cookie() const {
  return fmt::format("ktour_lab_{}={}; Path=/; HttpOnly; SameSite=Strict", port_, token_);
}

std::string LabAccess::url() const {
  const std::string host = is_wildcard(address_) ? host_name() : address_;
  return fmt::format("http://{}:{}/{}", in_url(host), port_,
                     token_.empty() ? "" : "?token=" + token_);
}

}  // namespace ktour
