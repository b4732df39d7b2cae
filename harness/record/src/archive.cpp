// SPDX-License-Identifier: MIT
// package.tar.zst, by libarchive.
#include <archive.h>
#include <archive_entry.h>

#include <memory>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/manifest.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::record {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "pto-cts-package/";
constexpr std::uintmax_t kLeastOfFile = 4096;  // What even an empty one costs.

// Of an unpacked package. Ours are a dozen times as large as their archive; what is very much larger is a trap.
std::uintmax_t most_bytes(const fs::path& archive) { return (std::uintmax_t{64} << 20) + 300 * fs::file_size(archive); }

struct FreeWriter {
  void operator()(archive* a) const { archive_write_free(a); }
};
struct FreeReader {
  void operator()(archive* a) const { archive_read_free(a); }
};
struct FreeEntry {
  void operator()(archive_entry* e) const { archive_entry_free(e); }
};

void must(int status, archive* a, const fs::path& path) {
  if (status != ARCHIVE_OK) throw BadInput(printable(path.string()) + ": " + printable(archive_error_string(a) ? archive_error_string(a) : "damaged"));
}

// Names, sizes and contents alone: nothing that differs from one machine to the next.
void add_file(archive* to, const std::string& name, const std::string& text, const fs::path& path) {
  const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), (std::string(kPrefix) + name).c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), 0, 0);
  must(archive_write_header(to, entry.get()), to, path);
  if (archive_write_data(to, text.data(), text.size()) != static_cast<la_ssize_t>(text.size())) must(ARCHIVE_FATAL, to, path);
}

}  // namespace

std::string seal_package(const fs::path& folder) {
  const Manifest manifest = take_manifest(folder);
  const std::string text = write_manifest(manifest);
  const fs::path path = folder / "package.tar.zst", temporary = folder / "package.tar.zst.tmp";
  {
    const std::unique_ptr<archive, FreeWriter> to(archive_write_new());
    must(archive_write_set_format_pax_restricted(to.get()), to.get(), path);
    must(archive_write_add_filter_zstd(to.get()), to.get(), path);
    must(archive_write_open_filename(to.get(), temporary.c_str()), to.get(), path);
    add_file(to.get(), "manifest.txt", text, path);
    for (const auto& [name, digest] : manifest.files) {
      const std::string contents = read_file(folder / name);
      if (sha256_hex(contents) != digest) throw BadInput(printable((folder / name).string()) + ": changes while it is packed; try again");
      add_file(to.get(), name, contents, path);
    }
    must(archive_write_close(to.get()), to.get(), path);
  }
  fs::rename(temporary, path);
  write_file(folder / "manifest.txt", text);
  return root_hash(manifest);
}

void unpack_package(const fs::path& path, const fs::path& folder) {
  const std::unique_ptr<archive, FreeReader> from(archive_read_new());
  must(archive_read_support_format_tar(from.get()), from.get(), path);
  must(archive_read_support_filter_zstd(from.get()), from.get(), path);
  must(archive_read_open_filename(from.get(), path.c_str(), 1 << 16), from.get(), path);
  const std::uintmax_t most = most_bytes(path);
  const auto refuse_trap = [&] {
    throw BadInput(printable(path.string()) + ": unpacks to more than " + std::to_string(most >> 20) + " MiB; it is no package");
  };
  std::uintmax_t total = 0;
  std::string buffer(1 << 16, '\0');
  for (;;) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(from.get(), &entry);
    if (status == ARCHIVE_EOF) return;
    must(status, from.get(), path);
    const std::string name = archive_entry_pathname(entry) ? archive_entry_pathname(entry) : "";
    if (archive_entry_filetype(entry) == AE_IFDIR && name == kPrefix) continue;
    if (!name.starts_with(kPrefix) || !is_plain_path(name.substr(kPrefix.size())) || archive_entry_filetype(entry) != AE_IFREG ||
        archive_entry_hardlink(entry))
      throw BadInput(printable(path.string()) + ": " + in_quotes(name) + " has no place in a package; take it from where it was published");
    if (fs::exists(folder / name.substr(kPrefix.size()))) throw BadInput(printable(path.string()) + ": holds " + in_quotes(name) + " twice; take it from where it was published");
    total += kLeastOfFile;
    const la_int64_t said = archive_entry_size(entry);
    if (said < 0 || total > most || static_cast<std::uintmax_t>(said) > most - total) refuse_trap();
    AtomicFile file(folder / name.substr(kPrefix.size()));
    for (;;) {
      const la_ssize_t got = archive_read_data(from.get(), buffer.data(), buffer.size());
      if (got < 0) must(ARCHIVE_FATAL, from.get(), path);
      if (got == 0) break;
      total += static_cast<std::uintmax_t>(got);
      if (total > most) refuse_trap();
      file.write(std::string_view(buffer).substr(0, static_cast<std::size_t>(got)));
    }
    file.commit();
  }
}

}  // namespace pto_cts::record
