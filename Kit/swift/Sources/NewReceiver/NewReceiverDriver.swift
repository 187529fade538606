// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import GNSSTypes
internal import Transport

/// A receiver on a serial port. The driver only reads from it.
public struct NewReceiverDriver: ReceiverDriver {
    private let settings: NewReceiverSettings

    /// The time in nanoseconds for which bytes may arrive without a valid message before that is reported.
    private static let patience: Int64 = 5_000_000_000

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
        // The time of the last valid message, or of the last report that none arrives.
        var last = MonotonicClock.now
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let outcome = room.withUnsafeMutableBytes {
                port.read(into: $0, deadline: MonotonicClock.now + 5_000_000_000, stop: context.stop.descriptor)
            }
            let arrival = context.now()
            switch outcome {
            case .bytes(let count):
                let payloads = decoder.consume(room.prefix(count))
                if payloads.isEmpty {
                    guard MonotonicClock.now - last >= Self.patience else { continue }
                    context.report(
                        .degraded,
                        "bytes arrive from \(settings.device), but nothing valid at \(settings.baud) baud: the rate is "
                            + "wrong, or the device does not speak this driver's protocol")
                    (isHeard, last) = (false, MonotonicClock.now)
                    continue
                }
                last = MonotonicClock.now
                if !isHeard { context.report(.running, "receiving data from \(settings.device)") }
                isHeard = true
                try context.publish(payloads, at: arrival)
            case .timedOut, .woken:
                context.report(
                    .degraded,
                    "no byte arrives from \(settings.device): is the receiver on, and is its baud rate right?")
                (isHeard, last) = (false, MonotonicClock.now)
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
