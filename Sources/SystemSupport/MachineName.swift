// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The host name of this machine.
package enum MachineName {
    /// The name; empty if it has none.
    package static var current: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
