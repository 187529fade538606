// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import ReceiverStream
internal import SerialReceiver

/// A receiver of u-blox on a serial port or behind a TCP port. It is listened to, and set up only where that is wanted.
public struct UBXReceiverDriver: ReceiverDriver, Sendable {
    var receiver: LineReceiver
    var settings: UBXSettings

    init(_ configuration: DriverConfiguration) throws(DriverError) {
        settings = try UBXSettings(configuration)
        receiver = LineReceiver(settings.line, .ubx)
    }

    /// What this plugin is.
    public static let plugin = DriverPlugin(
        kind: "ubx", version: "0.1.0",
        summary: "u-blox receivers that send UBX, optionally with NMEA and RTCM 3: USB, UART, Bluetooth node, TCP",
        sampleConfiguration: String(decoding: PackageResources.sample_yaml, as: UTF8.self),
        configurationSchema: String(decoding: PackageResources.schema_json, as: UTF8.self),
        delivers: StreamDecoder.delivers,
        probe: { device, deadline throws(DriverError) in
            try LineReceiver.probe(device, deadline: deadline, .ubx)
        },
        takesCorrections: true
    ) { configuration throws(DriverError) in
        try UBXReceiverDriver(configuration)
    }

    /// Listens until stopped or until the device is gone.
    ///
    /// - Throws: `DriverError.lost` where the device is not there, is gone, held by another program or closed to this
    ///   user; `DriverError.failed` where the path leads to no serial port, or the port cannot do what is configured.
    public func run(_ context: DriverContext) throws(DriverError) {
        if let remark = settings.remark { context.log(.warning, "config: \(remark)") }
        try receiver.run(context, companion: UBXCompanion(settings.leave, timing: settings.timing))
    }
}
