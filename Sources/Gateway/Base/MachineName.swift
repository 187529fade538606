// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The name of this machine.
enum MachineName {
    /// The name; empty if the system does not tell it.
    static var current: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
