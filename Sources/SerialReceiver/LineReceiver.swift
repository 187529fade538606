// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import GNSSTypes
public import Transport

/// Runs a receiver on a line for a driver: opens the line, finds the rate, decodes and publishes, and reports
/// problems.
public struct LineReceiver: Sendable {
    /// The device and its line settings.
    public var configuration: LineConfiguration
    /// The protocols that the driver understands.
    public var profile: LineProfile
    /// The times of the search for the rate.
    public var timing = HuntTiming()
    /// The length in nanoseconds of the periods in which the line's health is assessed.
    public var healthWindow: Int64 = 10_000_000_000
    /// The time in nanoseconds for which bytes may arrive without a valid frame.
    public var patience: Int64 = 3_000_000_000
    /// The silence in nanoseconds that ends a burst; nil to derive it from the line.
    public var pause: Int64?

    public init(_ configuration: LineConfiguration, _ profile: LineProfile) {
        self.configuration = configuration
        self.profile = profile
    }

    /// Receives data until stopped or until the device is gone.
    ///
    /// - Parameters:
    ///   - context: The driver's context.
    ///   - companion: Talks to the receiver; nil for none.
    /// - Throws: `DriverError.lost` if the device is missing, gone, held by another program, not accessible to this
    ///   user, or not a serial port; `DriverError.failed` if the port does not support the configuration.
    public func run(_ context: DriverContext, companion: (any LineCompanion)? = nil) throws(DriverError) {
        context.report(.connecting, "opening \(configuration.device)")
        let line: any ReceiverLine
        do throws(SerialPortError) {
            line = try LineOpening(configuration, stop: context.stop.descriptor).open()
        } catch {
            if case .interrupted = error { return }
            throw DriverError(error)
        }
        try run(context, on: line, companion: companion)
    }

    /// Receives data on a line that is open already, until stopped or until the line is gone.
    ///
    /// - Parameters:
    ///   - context: The driver's context.
    ///   - line: The line.
    ///   - companion: Talks to the receiver; nil for none.
    /// - Throws: As the other `run`.
    public func run(
        _ context: DriverContext, on line: any ReceiverLine, companion: (any LineCompanion)? = nil
    ) throws(DriverError) {
        for other in line.others.prefix(3) {
            let device = configuration.device
            context.log(.warning, "\(device): \(other) also has it open and reads some of the bytes: stop it")
        }
        line.requestLowLatency()
        let session = LineSession(self, line, context, companion)
        try session.run()
    }

    /// Probes a device for a receiver of such a driver: only reads, and restores the line's settings.
    ///
    /// - Parameters:
    ///   - device: A path or address.
    ///   - deadline: The end of the probe, by `MonotonicClock`.
    ///   - profile: The protocols that the driver understands.
    /// - Throws: `DriverError` if the device cannot be opened or read.
    public static func probe(
        _ device: String, deadline: Int64, _ profile: LineProfile
    ) throws(DriverError) -> ProbeResult {
        try LineProbe(device: device, profile: profile, deadline: deadline).run()
    }

    /// Probes a line that is open already; it is only read.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - deadline: The end of the probe, by `MonotonicClock`.
    ///   - profile: The protocols that the driver understands.
    /// - Throws: `DriverError` if the line cannot be read.
    public static func probe(
        on line: any ReceiverLine, deadline: Int64, _ profile: LineProfile
    ) throws(DriverError) -> ProbeResult {
        try LineProbe(device: line.path, profile: profile, deadline: deadline).run(on: line)
    }
}

extension DriverError {
    /// Converts the error of a line: `.lost` if a later attempt may succeed, because a missing device or permission
    /// may appear; otherwise `.failed`.
    public init(_ error: SerialPortError) {
        self = error.mayPass ? .lost(error.description) : .failed(error.description)
    }
}

extension LineConfiguration {
    /// The rates at which to search for a receiver, the most likely first: the rate found last time, the line's current
    /// one, then the usual ones. There is only one if the rate has no effect.
    func rates(on line: any ReceiverLine) -> [Int] {
        if let baud { return [baud] }
        let current = line.baud ?? 9600
        guard line.kind.hasRate else { return [LineSettings.rates.contains(current) ? current : 9600] }
        let first = [RateMemory.rate(of: device), (1200...4_000_000).contains(current) ? current : nil]
        return (first.compactMap { $0 } + RateHunt.usualRates).reduce(into: []) { rates, rate in
            if !rates.contains(rate) { rates.append(rate) }
        }
    }
}
