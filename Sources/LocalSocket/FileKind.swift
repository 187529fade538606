// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// The kind of file at a path. (Modules that import NIO cannot use Glibc's `struct stat`, because NIO's C module
/// defines it again.)
package enum FileKind {
    case nothing, regular, socket, other

    /// - Parameter followingLinks: True to examine the target of a symbolic link.
    package init(of path: String, followingLinks: Bool) {
        let target = followingLinks ? Self.resolved(path) : path
        guard let target, let attributes = try? FileManager.default.attributesOfItem(atPath: target) else {
            self = .nothing
            return
        }
        self =
            switch attributes[.type] as? FileAttributeType {
            case .typeRegular: .regular
            case .typeSocket: .socket
            default: .other
            }
    }

    /// Returns the absolute path without symbolic links; nil if nothing exists there.
    package static func resolved(_ path: String) -> String? {
        guard let target = realpath(path, nil) else { return nil }
        defer { free(target) }
        return String(cString: target)
    }
}
