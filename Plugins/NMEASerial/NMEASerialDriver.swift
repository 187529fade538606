// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import GNSSTypes
internal import ReceiverStream
internal import SerialReceiver

/// A receiver that sends NMEA 0183 on a serial port. Corrections are the only data written to it.
public struct NMEASerialDriver: ReceiverDriver, Sendable {
    var receiver: LineReceiver

    init(_ configuration: DriverConfiguration) throws(DriverError) {
        var line = try LineConfiguration(configuration)
        (line.isWritable, line.isWritingOptional) = (true, true)
        receiver = LineReceiver(line, .nmea)
    }

    /// The plugin's description.
    public static let plugin = DriverPlugin(
        kind: "nmea-serial", version: "0.1.0",
        summary: "Receivers that send NMEA 0183 on a serial port: UART, USB, Bluetooth bound to a device node",
        sampleConfiguration: String(decoding: PackageResources.sample_yaml, as: UTF8.self),
        configurationSchema: String(decoding: PackageResources.schema_json, as: UTF8.self),
        delivers: StreamDecoder.delivers,
        probe: { device, deadline throws(DriverError) in
            try LineReceiver.probe(device, deadline: deadline, .nmea)
        },
        takesCorrections: true
    ) { configuration throws(DriverError) in
        try NMEASerialDriver(configuration)
    }

    /// Receives data until stopped or until the device is gone.
    ///
    /// - Throws: `DriverError.lost` if the device is missing, gone, held by another program, not accessible to this
    ///   user, or not a serial port; `DriverError.failed` if the port does not support the configuration.
    public func run(_ context: DriverContext) throws(DriverError) { try receiver.run(context) }
}
