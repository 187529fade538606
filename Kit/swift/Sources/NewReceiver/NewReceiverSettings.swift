// SPDX-License-Identifier: Apache-2.0

internal import DriverKit

/// The section `config` of a receiver. The gateway has validated it against `schema.json` and filled in the defaults.
struct NewReceiverSettings: Decodable, Sendable {
    /// The serial port.
    var device: String
    /// The rate in bits per second.
    var baud: Int

    init(_ configuration: DriverConfiguration) throws(DriverError) {
        self = try configuration.decode(Self.self)
    }
}
