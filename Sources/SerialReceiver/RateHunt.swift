// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import Transport

/// The times of the search for the rate.
public struct HuntTiming: Sendable {
    /// The time at each rate in nanoseconds; receivers send once a second.
    public var listen: Int64 = 1_250_000_000
    /// The time in nanoseconds if there is only one rate.
    public var listenAtOne: Int64 = 3_000_000_000
    /// The silence in nanoseconds that ends a burst.
    public var gap: Int64 = 100_000_000
    /// The time in nanoseconds after which an unchanged finding is reported again, and after which a receiver that fell
    /// silent is mentioned in the log. A driver in its own process that reports nothing for a minute counts as hung.
    public var repetition: Int64 = 20_000_000_000

    /// Creates the times for real receivers.
    public init() {}
}

/// Searches for a receiver's rate. It only reads, except that it sends a question if there is one.
struct RateHunt {
    /// The result of a search.
    enum Outcome {
        /// Data that the driver understands was received; the line is set to its rate.
        case found(Hearing)
        /// Other valid data was received; the line is set to its rate.
        case foreign(Hearing)
        /// Nothing valid was received; the values describe each rate that was tried.
        case nothing([Hearing])
        case stopped
        case gone(String)
        case refused(SerialPortError)
    }

    /// The usual rates, the most likely first.
    static let usualRates = [9600, 38_400, 115_200, 4800, 57_600, 460_800, 230_400, 921_600, 19_200]

    let port: any ReceiverLine
    let settings: LineConfiguration
    let profile: LineProfile
    let timing: HuntTiming
    let stop: Int32
    /// The end of the search, by `MonotonicClock`.
    var deadline = Int64.max
    /// True if a rate is abandoned early after a burst of garbage.
    var isHasty = true
    /// The bytes sent at each rate, for receivers that send nothing unless asked; nil for none.
    var question: [UInt8]?

    /// Reads at each rate until something valid is received.
    ///
    /// - Parameters:
    ///   - rates: The rates in the order of the search.
    ///   - buffer: The read buffer.
    func run(_ rates: [Int], _ buffer: inout [UInt8]) -> Outcome {
        var heard: [Hearing] = []
        for rate in rates {
            if MonotonicClock.now >= deadline { break }
            do throws(SerialPortError) {
                try port.configure(settings.line(at: rate))
            } catch {
                // Hardware does not support every rate.
                if case .unsupported = error, rates.count > 1 { continue }
                return .refused(error)
            }
            var hearing = Hearing(
                baud: port.kind.hasRate ? rate : nil, allowsMissingChecksum: settings.allowsMissingChecksum)
            let time = rates.count > 1 ? timing.listen : timing.listenAtOne
            ask()
            if let end = listen(&hearing, time, &buffer) { return end }
            heard.append(hearing)
        }
        return .nothing(heard)
    }

    private func ask() {
        guard let question else { return }
        // The answer shows whether the question has arrived.
        _ = port.write(question.span, deadline: MonotonicClock.now + 1_000_000_000, stop: stop)
    }

    /// Reads at one rate; nil if nothing valid was received.
    private func listen(_ hearing: inout Hearing, _ time: Int64, _ buffer: inout [UInt8]) -> Outcome? {
        let begin = MonotonicClock.now
        let errors = port.errors?.framing
        var end = begin + time
        var last: Int64?
        while true {
            let now = MonotonicClock.now
            let isInBurst = last.map { now - $0 < timing.gap } ?? false
            // A burst is read to its end; a line without pauses is read for half as long again.
            if now >= deadline || (now >= end && (!isInBurst || now >= end + time / 2)) { break }
            if isHasty, hearing.isGarbage, !isInBurst, !hearing.isRateRight { break }
            let wait = min(deadline, isInBurst ? (last ?? now) + timing.gap : end)
            switch buffer.withUnsafeMutableBytes({ port.read(into: $0, deadline: wait, stop: stop) }) {
            case .bytes(let count):
                last = MonotonicClock.now
                let wasRight = hearing.isRateRight
                hearing.listen(buffer.span.extracting(0..<count))
                if profile.understands(hearing) { return .found(hearing) }
                // The rate is right; data that the driver understands may follow a little later.
                if !wasRight, hearing.isRateRight { end = MonotonicClock.now + time }
            case .timedOut, .woken: break
            case .stopped: return .stopped
            case .gone(let reason): return .gone(reason)
            }
            if let errors { hearing.framingErrors = port.errors.map { $0.framing &- errors } }
        }
        return hearing.isRateRight ? .foreign(hearing) : nil
    }
}

/// The rates at which receivers were found, where the next search starts. Any thread may use it.
enum RateMemory {
    /// Guards the rates, keyed by device.
    private static let rates = Mutex<[String: Int]>([:])

    static func rate(of device: String) -> Int? { rates.withLock { $0[device] } }

    static func note(_ rate: Int, of device: String) {
        rates.withLock { rates in
            if rates.count < 256 || rates[device] != nil { rates[device] = rate }
        }
    }
}
