// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import ReceiverStream
internal import SerialReceiver

/// A u-blox receiver on a serial port or behind a TCP port. The driver configures it only if the settings say so.
public struct UBXReceiverDriver: ReceiverDriver, Sendable {
    var receiver: LineReceiver
    var settings: UBXSettings

    init(_ configuration: DriverConfiguration) throws(DriverError) {
        settings = try UBXSettings(configuration)
        receiver = LineReceiver(settings.line, .ubx)
    }

    /// The plugin's description.
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

    /// Receives data until stopped or until the device is gone.
    ///
    /// - Throws: `DriverError.lost` if the device is missing, gone, held by another program, not accessible to this
    ///   user, or not a serial port; `DriverError.failed` if the port does not support the configuration.
    public func run(_ context: DriverContext) throws(DriverError) {
        if let remark = settings.remark { context.log(.warning, "config: \(remark)") }
        try receiver.run(context, companion: UBXCompanion(settings.leave, timing: settings.timing))
    }
}
