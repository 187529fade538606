// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// The files of the machine, below a folder: `/`, or one that a test has made.
package struct SystemRoot: Sendable {
    /// What stands in front of every path; empty for the machine itself.
    package let prefix: String

    /// - Parameter prefix: a folder without a slash at its end.
    package init(_ prefix: String = "") { self.prefix = prefix }

    /// Whether it is the machine itself.
    package var isReal: Bool { prefix.isEmpty }

    /// A file's text, 1 MiB at most; nil where it cannot be read.
    package func text(_ path: String) -> String? {
        let file = open(prefix + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while bytes.count < 1 << 20 {
            let count = read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The lines of a file, none where it cannot be read.
    package func lines(_ path: String) -> [Substring] { text(path)?.split(whereSeparator: \.isNewline) ?? [] }

    /// The names in a folder, sorted, without `.` and `..`; none where it cannot be read.
    package func names(in folder: String) -> [String] {
        guard let directory = opendir(prefix + folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Where a symbolic link points to; nil where it is none, or must not be read.
    package func link(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(prefix + path, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether something stands at the path.
    package func exists(_ path: String) -> Bool { access(prefix + path, F_OK) == 0 }

    /// Owner, group and mode; nil where nothing stands there.
    package func status(_ path: String) -> stat? {
        var status = stat()
        return stat(prefix + path, &status) == 0 ? status : nil
    }
}
