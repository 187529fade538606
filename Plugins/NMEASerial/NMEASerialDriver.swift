// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import GNSSTypes
internal import Transport

/// A receiver that speaks NMEA 0183 on a serial port. It is listened to and never written to.
public struct NMEASerialDriver: ReceiverDriver, Sendable {
    let settings: SerialSettings
    var timing = HuntTiming()
    /// So many nanoseconds are judged at a time.
    var healthWindow: Int64 = 10_000_000_000
    /// So long in nanoseconds bytes may arrive without a valid sentence.
    var patience: Int64 = 3_000_000_000
    /// So long in nanoseconds a line is silent at least when a burst is over; nil: as the line has it.
    var pause: Int64?

    /// What this plugin is.
    public static let plugin = DriverPlugin(
        kind: "nmea-serial", version: "0.1.0",
        summary: "Receivers that speak NMEA 0183 on a serial port: UART, USB, Bluetooth bound to a node",
        sampleConfiguration: String(decoding: PackageResources.sample_yaml, as: UTF8.self),
        configurationSchema: String(decoding: PackageResources.schema_json, as: UTF8.self),
        delivers: [.fix, .satellites, .attitude, .timing, .sentence, .receiver],
        probe: { device, deadline throws(DriverError) in
            try SerialProbe(device: device, deadline: deadline).run()
        }
    ) { configuration throws(DriverError) in
        NMEASerialDriver(settings: try SerialSettings(configuration))
    }

    /// Listens until stopped or until the device is gone.
    ///
    /// - Throws: `DriverError.lost` where the device is not there, is gone, held by another program or closed to this
    ///   user; `DriverError.failed` where the path leads to no serial port, or the port cannot do what is configured.
    public func run(_ context: DriverContext) throws(DriverError) {
        context.report(.connecting, "opening \(settings.device)")
        let port = try Self.open(settings.device, restoresSettings: false)
        for other in port.others.prefix(3) {
            context.log(.warning, "\(settings.device): \(other) has it open too and takes a part of the bytes: stop it")
        }
        port.requestLowLatency()
        let session = SerialSession(self, port, context)
        try session.run()
    }

    static func open(_ device: String, restoresSettings: Bool) throws(DriverError) -> SerialPort {
        do throws(SerialPortError) {
            return try SerialPort(opening: device, restoresSettings: restoresSettings)
        } catch {
            throw DriverError(error)
        }
    }
}

extension DriverError {
    /// Whether to try again depends on what it is: what is not there may come, and permission may come with it.
    init(_ error: SerialPortError) {
        self = error.mayPass ? .lost(error.description) : .failed(error.description)
    }
}

extension SerialPort {
    /// The rates to look for a receiver at, the likeliest first: where it was the last time, how the line is set, the
    /// usual ones. Where the rate is without effect, one.
    func rates(for settings: SerialSettings) -> [Int] {
        if let fixed = settings.baud { return [fixed] }
        let current = baud ?? 9600
        guard kind.hasRate else { return [LineSettings.rates.contains(current) ? current : 9600] }
        let first = [RateMemory.rate(of: settings.device), (1200...4_000_000).contains(current) ? current : nil]
        return (first.compactMap { $0 } + RateHunt.usualRates).reduce(into: []) { rates, rate in
            if !rates.contains(rate) { rates.append(rate) }
        }
    }
}
