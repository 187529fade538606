// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import GNSSTypes
internal import ReceiverStream
internal import SerialReceiver
internal import Transport

/// A receiver behind a Bluetooth serial port that sends NMEA, UBX or both. The driver passes corrections on to it, and
/// configures it only if the settings allow this.
public struct BluetoothRFCOMMDriver: ReceiverDriver, Sendable {
    var receiver: LineReceiver
    var settings: BluetoothSettings
    var timing = BluetoothConnector.Timing()
    let radio: any Radio

    init(_ settings: BluetoothSettings, radio: any Radio) {
        self.settings = settings
        self.radio = radio
        receiver = LineReceiver(settings.line, .radio)
    }

    /// The plugin's description.
    public static let plugin = plugin(SystemRadio())

    static func plugin(
        _ radio: any Radio, timing: BluetoothConnector.Timing = BluetoothConnector.Timing()
    ) -> DriverPlugin {
        DriverPlugin(
            kind: "bluetooth-rfcomm", version: "0.1.0",
            summary: "Receivers with a Bluetooth serial port (SPP): NMEA 0183, UBX or both",
            sampleConfiguration: String(decoding: PackageResources.sample_yaml, as: UTF8.self),
            configurationSchema: String(decoding: PackageResources.schema_json, as: UTF8.self),
            delivers: StreamDecoder.delivers,
            probe: { device, deadline throws(DriverError) in
                try BluetoothProbe(radio: radio, deadline: deadline).run(device)
            },
            discover: { deadline, found throws(DriverError) in
                try BluetoothDiscovery(radio: radio, deadline: deadline).run(found)
            },
            takesCorrections: true
        ) { configuration throws(DriverError) in
            var driver = BluetoothRFCOMMDriver(try BluetoothSettings(configuration), radio: radio)
            driver.timing = timing
            return driver
        }
    }

    /// The time in nanoseconds after which the driver reconnects to a receiver that has never sent a byte.
    private static let longestSilence: Int64 = 300_000_000_000

    /// Connects and receives data until stopped or until the link is lost.
    ///
    /// - Throws: `DriverError.lost` if the receiver is out of range, `DriverError.refused` if its PIN or pairing is
    ///   wrong, `DriverError.failed` if there is no adapter and the settings do not allow waiting for one.
    public func run(_ context: DriverContext) throws(DriverError) {
        let address = settings.address
        guard ReceiverRegister.claim(address) else {
            throw .lost(
                "\(address): another receiver of this gateway already uses it")
        }
        defer { ReceiverRegister.release(address) }
        let connector = connector(context)
        var silence = settings.silence
        while !context.stop.isSignalled {
            let line: RFCOMMLine
            do throws(BluetoothError) {
                line = try connector.connect(silence: silence)
            } catch {
                if case .interrupted = error { return }
                throw DriverError(error, address, settings)
            }
            do throws(DriverError) {
                return try receiver.run(context, on: line, companion: UBXCompanion(settings.leave))
            } catch {
                guard let failure = line.failure else { throw error }
                guard case .silent = failure else { throw DriverError(failure, address, settings) }
                // The channel may belong to another service now. The driver waits longer before it reconnects to a
                // receiver that never sends.
                ReceiverRegister.note(nil, of: address)
                silence = line.hasSpoken ? settings.silence : silence.map { min($0 * 2, Self.longestSilence) }
                context.report(.degraded, "\(address): \(failure); reconnecting")
            }
        }
    }

    private func connector(_ context: DriverContext) -> BluetoothConnector {
        BluetoothConnector(
            settings: settings, radio: radio, timing: timing, stop: context.stop.descriptor,
            wait: { context.stop.wait(atMost: .nanoseconds($0)) }, report: { context.report(.connecting, $0) })
    }
}

extension DriverError {
    /// Creates the error with which a run ends. A missing adapter or receiver may appear later, unless the
    /// configuration says otherwise.
    init(_ failure: BluetoothError, _ address: BluetoothAddress, _ settings: BluetoothSettings) {
        let words = "\(address): \(failure)"
        self =
            failure.isDelicate
            ? .refused(words) : failure.isOfAdapter && !settings.waitsForAdapter ? .failed(words) : .lost(words)
    }
}
