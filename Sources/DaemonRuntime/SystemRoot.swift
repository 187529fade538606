// SPDX-License-Identifier: Apache-2.0

package import Glibc
internal import SystemSupport

/// The machine's files below a root folder: `/`, or a folder that a test has created.
package struct SystemRoot: Sendable {
    /// The prefix of every path; empty for the machine itself.
    package let prefix: String

    /// - Parameter prefix: A folder without a trailing slash.
    package init(_ prefix: String = "") { self.prefix = prefix }

    /// True if this is the machine itself.
    package var isReal: Bool { prefix.isEmpty }

    /// The text of a file; nil if it is unreadable or larger than 1 MiB.
    package func text(_ path: String) -> String? { WholeFile.text(prefix + path, atMost: 1 << 20) }

    /// The lines of a file; empty if it is unreadable.
    package func lines(_ path: String) -> [Substring] { text(path)?.split(whereSeparator: \.isNewline) ?? [] }

    /// The names in a folder, sorted and without `.` and `..`; empty if it is unreadable.
    package func names(in folder: String) -> [String] {
        ((try? Folder.names(in: prefix + folder)) ?? []).sorted()
    }

    /// The target of a symbolic link; nil if the path is not a link or is unreadable.
    package func link(_ path: String) -> String? { Folder.link(prefix + path) }

    /// True if the path exists.
    package func exists(_ path: String) -> Bool { access(prefix + path, F_OK) == 0 }

    /// The owner, group and mode of a path; nil if it does not exist.
    package func status(_ path: String) -> stat? {
        var status = stat()
        return stat(prefix + path, &status) == 0 ? status : nil
    }
}
