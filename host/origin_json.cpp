#include "origin_json.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "build_info.hpp"
#include "machine.hpp"

namespace ktour {
namespace {

using Json = nlohmann::ordered_json;

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace

Json describe_program() {
  const std::string cuda = kCudaCompiler;
  return {{"name", "ktour"},
          {"version", kVersion},
          {"git_revision", kGitRevision},
          {"compiler", kCompiler},
          {"build_type", kBuildType},
          {"cuda_compiler", cuda.empty() ? Json() : Json(cuda)}};
}

Json describe_device(const RunOptions& options) {
  Json device = {{"kind", name_of(options.device.kind)}, {"why", options.device.why}};
  if (options.device.kind == DeviceKind::kCpu) {
    device["threads"] = options.threads;
  } else {
    const CudaDeviceInfo& gpu = *options.device.cuda;
    device["name"] = gpu.name;
    device["compute_capability"] = fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor);
    device["memory_bytes"] = gpu.memory_bytes;
    device["multiprocessors"] = gpu.multiprocessors;
    device["driver"] = version_text(gpu.driver_version);
    device["runtime"] = version_text(gpu.runtime_version);
    device["graphs"] = options.graphs;
  }
  device["memory_budget_bytes"] = options.memory_bytes;
  return device;
}

Json describe_host() {
  return {{"processor", processor_name()},
          {"cores", usable_cores()},
          {"memory_bytes", total_memory_bytes()}};
}

}  // namespace ktour
