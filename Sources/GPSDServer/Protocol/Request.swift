// SPDX-License-Identifier: Apache-2.0

/// A request from a client.
enum Request: Equatable {
    /// `?VERSION;`
    case version
    /// `?DEVICES;`
    case devices
    /// `?POLL;`
    case poll
    /// `?DEVICE;`, or `?DEVICE={…};` with its object.
    case device([UInt8]?)
    /// `?WATCH;`, or `?WATCH={…};` with its object.
    case watch([UInt8]?)
    /// Anything else, as text.
    case unknown(String)

    /// Parses a request delimited by `RequestScanner`.
    init(_ text: [UInt8]) {
        let body = text.drop { $0 == 0x3F }
        let name = body.prefix { $0 >= 0x41 && $0 <= 0x5A }
        let rest = body.dropFirst(name.count)
        switch (String(decoding: name, as: UTF8.self), rest.first) {
        case ("VERSION", 0x3B), ("VERSION", 0x0A): self = .version
        case ("DEVICES", 0x3B), ("DEVICES", 0x0A): self = .devices
        case ("POLL", 0x3B), ("POLL", 0x0A): self = .poll
        case ("DEVICE", 0x3B), ("DEVICE", 0x0A): self = .device(nil)
        case ("DEVICE", 0x3D): self = .device(Array(rest.dropFirst()))
        case ("WATCH", 0x3B), ("WATCH", 0x0A): self = .watch(nil)
        case ("WATCH", 0x3D): self = .watch(Array(rest.dropFirst()))
        default: self = .unknown(String(decoding: text.prefix(Self.longestEcho), as: UTF8.self))
        }
    }

    /// The maximum number of bytes of an unknown request that are quoted in the answer.
    static let longestEcho = 512
}
