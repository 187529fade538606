// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import GNSSTypes
internal import Transport

/// A receiver on a serial port. The driver only reads from it.
public struct NewReceiverDriver: ReceiverDriver {
    private let settings: NewReceiverSettings

    /// The plugin's description.
    public static let plugin = DriverPlugin(
        kind: "new-receiver", version: "0.1.0", summary: "NewReceiver receivers on a serial port",
        sampleConfiguration: String(decoding: PackageResources.sample_yaml, as: UTF8.self),
        configurationSchema: String(decoding: PackageResources.schema_json, as: UTF8.self),
        delivers: NewReceiverDecoder.delivers
    ) { configuration throws(DriverError) in
        NewReceiverDriver(settings: try NewReceiverSettings(configuration))
    }

    /// Receives data until stopped or until the device is gone.
    ///
    /// - Throws: `DriverError.lost` if the device is missing or gone, so that the gateway tries again;
    ///   `DriverError.failed` if a retry cannot help.
    public func run(_ context: DriverContext) throws(DriverError) {
        context.report(.connecting, "opening \(settings.device)")
        let port = try open()
        var decoder = NewReceiverDecoder()
        var isHeard = false
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let outcome = room.withUnsafeMutableBytes {
                port.read(into: $0, deadline: MonotonicClock.now + 5_000_000_000, stop: context.stop.descriptor)
            }
            let arrival = context.now()
            switch outcome {
            case .bytes(let count):
                let payloads = decoder.consume(room.prefix(count))
                guard !payloads.isEmpty else { continue }
                if !isHeard { context.report(.running, "receiving data from \(settings.device)") }
                isHeard = true
                try context.publish(payloads, at: arrival)
            case .timedOut, .woken:
                context.report(
                    .degraded, "no data from \(settings.device): is the receiver on, and is its baud rate right?")
                isHeard = false
            case .stopped: return
            case .gone(let reason): throw .lost("\(settings.device): \(reason)")
            }
        }
    }

    private func open() throws(DriverError) -> SerialPort {
        do throws(SerialPortError) {
            let port = try SerialPort(opening: settings.device)
            try port.configure(LineSettings(baud: settings.baud))
            return port
        } catch {
            throw error.mayPass ? .lost(error.description) : .failed(error.description)
        }
    }
}
