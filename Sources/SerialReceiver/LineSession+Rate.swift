// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import Transport

extension LineSession {
    /// Searches until something is understood; nil once stopped.
    func findRate() throws(DriverError) -> Hearing? {
        let all = receiver.configuration.rates(on: port)
        // Configuring the line discards earlier input, so it is done before the state announces a listener.
        if all.count == 1 { try configure(at: all[0]) }
        context.report(.connecting, words(ofSearchAt: all))
        var hunt = RateHunt(
            port: port, settings: receiver.configuration, profile: receiver.profile, timing: receiver.timing,
            stop: context.stop.descriptor)
        hunt.question = companion?.question
        var rates = all
        var told = ToldDiagnosis()
        while !context.stop.isSignalled {
            let begin = MonotonicClock.now
            switch hunt.run(rates, &buffer) {
            case .found(let hearing):
                if let baud = hearing.baud { RateMemory.note(baud, of: receiver.configuration.device) }
                return hearing
            case .foreign(let hearing):
                tell(Diagnosis(foreign: hearing, receiver.profile), &told)
                // The rate is right; the supported output may be enabled there later.
                if let baud = hearing.baud { rates = [baud] }
            case .nothing(let heard):
                let isSilent = heard.allSatisfy { $0.byteCount == 0 }
                if rates.count < all.count, !isSilent {
                    rates = all
                    continue
                }
                let seconds = max(1, Int((MonotonicClock.now - begin + 500_000_000) / 1_000_000_000))
                tell(Diagnosis(heard, receiver.profile, seconds: seconds, others: port.otherHolders()), &told)
                // A driver that sends a question may get an answer next time; one that only listens waits until bytes
                // arrive.
                if isSilent, hunt.question == nil, try !waitForBytes(&told) { return nil }
            case .stopped: return nil
            case .gone(let reason): throw lost(reason)
            case .refused(let error): throw DriverError(error)
            }
            // Rates that were abandoned early the first time are now read to the end.
            hunt.isHasty = false
        }
        return nil
    }

    func configure(at baud: Int) throws(DriverError) {
        do throws(SerialPortError) {
            try port.configure(receiver.configuration.line(at: baud))
        } catch {
            throw DriverError(error)
        }
    }

    /// Waits on a silent line until bytes arrive; returns false once stopped.
    private func waitForBytes(_ told: inout ToldDiagnosis) throws(DriverError) -> Bool {
        while !context.stop.isSignalled {
            switch read(until: MonotonicClock.now + min(SilenceWatch.idle, receiver.timing.repetition)) {
            case .bytes: return true
            case .timedOut, .woken: report(told.text, &told)
            case .stopped: return false
            case .gone(let reason): throw lost(reason)
            }
        }
        return false
    }

    private func tell(_ diagnosis: Diagnosis, _ told: inout ToldDiagnosis) { report(diagnosis.text, &told) }

    /// Reports a text, unless it was reported a short time ago.
    private func report(_ text: String, _ told: inout ToldDiagnosis) {
        let now = MonotonicClock.now
        // The numbers in the text change from round to round; only the text without them decides whether it is new. What
        // is repeated is the reported text, which the gateway then recognises.
        let isNews = text.filter { !$0.isNumber } != told.text.filter { !$0.isNumber }
        guard isNews || now - told.time >= receiver.timing.repetition else { return }
        told = ToldDiagnosis(text: isNews ? text : told.text, time: now)
        context.report(.degraded, "\(receiver.configuration.device): \(told.text)")
    }

    private func words(ofSearchAt rates: [Int]) -> String {
        let device = receiver.configuration.device
        guard port.kind.hasRate, let low = rates.min(), let high = rates.max() else { return "listening to \(device)" }
        return low < high
            ? "searching for the baud rate of \(device): \(low)…\(high) baud"
            : "listening to \(device) at \(receiver.configuration.line(at: low))"
    }
}

/// The diagnosis that was reported last, and the time of its report by `MonotonicClock`.
private struct ToldDiagnosis {
    var text = ""
    var time: Int64 = 0
}
