// SPDX-License-Identifier: Apache-2.0

internal import DriverKit

/// The section `config` of a receiver. The gateway has checked it against `schema.json` and filled the defaults in.
struct NewReceiverSettings: Decodable, Sendable {
    /// The serial port.
    var device: String
    /// In bits a second.
    var baud: Int

    init(_ configuration: DriverConfiguration) throws(DriverError) {
        self = try configuration.decode(Self.self)
    }
}
