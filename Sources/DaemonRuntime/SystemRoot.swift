// SPDX-License-Identifier: Apache-2.0

package import Glibc
internal import SystemSupport

/// The files of the machine, below a folder: `/`, or one that a test has made.
package struct SystemRoot: Sendable {
    /// What stands in front of every path; empty for the machine itself.
    package let prefix: String

    /// - Parameter prefix: a folder without a slash at its end.
    package init(_ prefix: String = "") { self.prefix = prefix }

    /// Whether it is the machine itself.
    package var isReal: Bool { prefix.isEmpty }

    /// A file's text; nil where it cannot be read, or is larger than 1 MiB.
    package func text(_ path: String) -> String? { WholeFile.text(prefix + path, atMost: 1 << 20) }

    /// The lines of a file, none where it cannot be read.
    package func lines(_ path: String) -> [Substring] { text(path)?.split(whereSeparator: \.isNewline) ?? [] }

    /// The names in a folder, sorted, without `.` and `..`; none where it cannot be read.
    package func names(in folder: String) -> [String] {
        ((try? Folder.names(in: prefix + folder)) ?? []).sorted()
    }

    /// Where a symbolic link points to; nil where it is none, or must not be read.
    package func link(_ path: String) -> String? { Folder.link(prefix + path) }

    /// Whether something stands at the path.
    package func exists(_ path: String) -> Bool { access(prefix + path, F_OK) == 0 }

    /// Owner, group and mode; nil where nothing stands there.
    package func status(_ path: String) -> stat? {
        var status = stat()
        return stat(prefix + path, &status) == 0 ? status : nil
    }
}
