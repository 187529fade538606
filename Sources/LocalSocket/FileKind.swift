// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// What stands at a path. (`struct stat` of Glibc cannot be used beside NIO, whose C module defines it once more.)
package enum FileKind {
    case nothing, regular, socket, other

    /// - Parameter followingLinks: whether a symbolic link stands for what it points to.
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

    private static func resolved(_ path: String) -> String? {
        guard let target = realpath(path, nil) else { return nil }
        defer { free(target) }
        return String(cString: target)
    }
}
