// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import Transport

/// How long is listened for what.
public struct HuntTiming: Sendable {
    /// At each rate, in nanoseconds: receivers speak once a second.
    public var listen: Int64 = 1_250_000_000
    /// At a rate that need not be looked for.
    public var listenAtOne: Int64 = 3_000_000_000
    /// A silence of so many nanoseconds is the end of a burst.
    public var gap: Int64 = 100_000_000

    /// Those of real receivers.
    public init() {}
}

/// Looks for the rate of a receiver. Only listens, but for a question where one is given.
struct RateHunt {
    /// What came of it.
    enum Outcome {
        /// What the driver understands was heard; the line is set to its rate.
        case found(Hearing)
        /// Something else was heard; the line is set to its rate.
        case foreign(Hearing)
        /// What was heard at each rate that was tried.
        case nothing([Hearing])
        case stopped
        case gone(String)
        case refused(SerialPortError)
    }

    /// The usual rates, the likeliest first.
    static let usualRates = [9600, 38_400, 115_200, 4800, 57_600, 460_800, 230_400, 921_600, 19_200]

    let port: any ReceiverLine
    let settings: LineConfiguration
    let profile: LineProfile
    let timing: HuntTiming
    let stop: Int32
    /// Until when at most, by `MonotonicClock`.
    var deadline = Int64.max
    /// Whether a rate is left early where a burst of garbage was heard.
    var isHasty = true
    /// What is asked at each rate, for receivers that do not speak by themselves; nil: nothing is written.
    var question: [UInt8]?

    /// Listens at each rate until something valid is heard.
    ///
    /// - Parameters:
    ///   - rates: in this order.
    ///   - buffer: to read into.
    func run(_ rates: [Int], _ buffer: inout [UInt8]) -> Outcome {
        var heard: [Hearing] = []
        for rate in rates {
            if MonotonicClock.now >= deadline { break }
            do throws(SerialPortError) {
                try port.configure(settings.line(at: rate))
            } catch {
                // Not all hardware has all rates.
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
        // The answer shows whether it arrived.
        _ = port.write(question.span, deadline: MonotonicClock.now + 1_000_000_000, stop: stop)
    }

    /// Listens at one rate; nil where nothing valid was heard.
    private func listen(_ hearing: inout Hearing, _ time: Int64, _ buffer: inout [UInt8]) -> Outcome? {
        let begin = MonotonicClock.now
        let errors = port.errors?.framing
        var end = begin + time
        var last: Int64?
        while true {
            let now = MonotonicClock.now
            let isInBurst = last.map { now - $0 < timing.gap } ?? false
            // A burst that has begun is heard to its end, a line that never pauses half as long again.
            if now >= deadline || (now >= end && (!isInBurst || now >= end + time / 2)) { break }
            if isHasty, hearing.isGarbage, !isInBurst, !hearing.isRateRight { break }
            let wait = min(deadline, isInBurst ? (last ?? now) + timing.gap : end)
            switch buffer.withUnsafeMutableBytes({ port.read(into: $0, deadline: wait, stop: stop) }) {
            case .bytes(let count):
                last = MonotonicClock.now
                let wasRight = hearing.isRateRight
                hearing.listen(buffer.span.extracting(0..<count))
                if profile.understands(hearing) { return .found(hearing) }
                // The rate is right; what is understood may be said a little later.
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

/// The rates that receivers were found at, so that the search begins there the next time. Any thread.
enum RateMemory {
    /// Protects the rates by device.
    private static let rates = Mutex<[String: Int]>([:])

    static func rate(of device: String) -> Int? { rates.withLock { $0[device] } }

    static func note(_ rate: Int, of device: String) {
        rates.withLock { rates in
            if rates.count < 256 || rates[device] != nil { rates[device] = rate }
        }
    }
}
