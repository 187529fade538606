// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import GNSSTypes
public import Transport

/// A receiver on a line, as drivers run it: opens the line, finds the rate, decodes and publishes, says what is wrong.
public struct LineReceiver: Sendable {
    /// Where it is, and how its line is set.
    public var configuration: LineConfiguration
    /// What the driver understands.
    public var profile: LineProfile
    /// How long is listened for what.
    public var timing = HuntTiming()
    /// So many nanoseconds are judged at a time.
    public var healthWindow: Int64 = 10_000_000_000
    /// So long in nanoseconds bytes may arrive without a valid frame.
    public var patience: Int64 = 3_000_000_000
    /// So long in nanoseconds a line is silent at least when a burst is over; nil: as the line has it.
    public var pause: Int64?

    public init(_ configuration: LineConfiguration, _ profile: LineProfile) {
        self.configuration = configuration
        self.profile = profile
    }

    /// Listens until stopped or until the device is gone.
    ///
    /// - Parameters:
    ///   - context: of the driver.
    ///   - companion: the part that talks to the receiver; nil if none does.
    /// - Throws: `DriverError.lost` where the device is not there, is gone, held by another program or closed to this
    ///   user; `DriverError.failed` where the path leads to no serial port, or the port cannot do what is configured.
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

    /// Listens on a line that is open already, until stopped or until the line is gone.
    ///
    /// - Parameters:
    ///   - context: of the driver.
    ///   - line: the line.
    ///   - companion: the part that talks to the receiver; nil if none does.
    /// - Throws: as the other `run`.
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

    /// Looks whether a receiver of such a driver speaks on a device: listens, never writes, and leaves the line as it was.
    ///
    /// - Parameters:
    ///   - device: a path or address.
    ///   - deadline: until when at most, by `MonotonicClock`.
    ///   - profile: what the driver understands.
    public static func probe(
        _ device: String, deadline: Int64, _ profile: LineProfile
    ) throws(DriverError) -> ProbeResult {
        try LineProbe(device: device, profile: profile, deadline: deadline).run()
    }

    /// The same on a line that is open already: it is listened to and never written to.
    ///
    /// - Parameters:
    ///   - line: the line.
    ///   - deadline: until when at most, by `MonotonicClock`.
    ///   - profile: what the driver understands.
    public static func probe(
        on line: any ReceiverLine, deadline: Int64, _ profile: LineProfile
    ) throws(DriverError) -> ProbeResult {
        try LineProbe(device: line.path, profile: profile, deadline: deadline).run(on: line)
    }
}

extension DriverError {
    /// Whether to try again depends on what it is: what is not there may come, and permission may come with it.
    public init(_ error: SerialPortError) {
        self = error.mayPass ? .lost(error.description) : .failed(error.description)
    }
}

extension LineConfiguration {
    /// The rates to look for a receiver at, the likeliest first: where it was the last time, how the line is set, the
    /// usual ones. Where the rate is without effect, one.
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
