// SPDX-License-Identifier: Apache-2.0

/// Changes the rate of a line at both ends, first at the receiver's end and then at ours; reverts the change if nothing
/// is received. The receiver stores the rate permanently only after it has answered at that rate: a stored rate at which
/// the line does not work would outlast a power cycle.
struct RateChange: Sendable {
    private enum Stage {
        case begin
        case asked
        case settled
        case atNewRate
        case backAtOldRate
        case atOldRate
        case confirmed(SettingReading)
        case stored
    }

    /// A write of the new rate to permanent memory.
    struct Storing: Sendable {
        let request: SetupRequest
        /// Reads the rate from RAM.
        let confirmation: SettingReading
        /// The place of the rate.
        let place: SettingPlace
    }

    private let request: SetupRequest
    private let new: Int
    private let old: Int?
    private let storing: Storing?
    private var stage = Stage.begin

    /// The time in nanoseconds for bytes in transit at the old rate and for the receiver's own change.
    private static let pause: Int64 = 100_000_000

    /// - Parameters:
    ///   - request: The change in the receiver, which must not be permanent.
    ///   - storing: The write to permanent memory after the rate has proved itself; nil for none.
    ///   - new: The new rate in bits per second.
    ///   - old: The old rate; nil if our end has no rate and therefore nothing to change.
    init(_ request: SetupRequest, storing: Storing? = nil, to new: Int, from old: Int?) {
        // The change takes effect at once, which may garble the acknowledgement; a repetition would be sent at the
        // wrong rate.
        self.request = SetupRequest(request.id, payload: request.payload, expects: .acknowledgement, tries: 1)
        (self.storing, self.new, self.old) = (storing, new, old)
    }

    mutating func next(_ answer: SetupAnswer) -> SetupMove<ProvisionStep.Result> {
        switch stage {
        case .begin:
            stage = .asked
            return .ask(request)
        case .asked:
            if answer == .refused { return .finish(.refused) }
            guard old != nil || answer == .acknowledged else { return .finish(.silent) }
            stage = .settled
            return .pause(Self.pause)
        case .settled:
            stage = .atNewRate
            // A line without a rate is used as it is.
            return old == nil ? next(.done) : .setRate(new)
        case .atNewRate:
            if answer == .done { return .ask(.poll(.monVER, tries: 2)) }
            if case .answered = answer { return confirm() }
            guard let old else { return .finish(.silent) }
            stage = .backAtOldRate
            return .setRate(old)
        case .backAtOldRate:
            stage = .atOldRate
            return .ask(.poll(.monVER, tries: 2))
        case .atOldRate:
            if case .answered = answer { return .finish(.notHeardAtNewRate) }
            return .finish(.silent)
        case .confirmed(var reading):
            let move = reading.next(answer)
            stage = .confirmed(reading)
            return confirm(move)
        case .stored:
            return .finish(answer == .acknowledged ? .made : answer == .refused ? .refused : .silent)
        }
    }

    // MARK: Storing

    /// Reads the rate back before it is stored: the answer alone does not prove it where our end's rate has no effect.
    private mutating func confirm() -> SetupMove<ProvisionStep.Result> {
        guard let storing else { return .finish(.made) }
        stage = .confirmed(storing.confirmation)
        return next(.begin)
    }

    private mutating func confirm(
        _ move: SetupMove<SettingReading.Values>
    ) -> SetupMove<ProvisionStep.Result> {
        switch move {
        case .ask(let request): return .ask(request)
        case .setRate(let rate): return .setRate(rate)
        case .pause(let time): return .pause(time)
        case .finish(let values):
            guard let storing else { return .finish(.made) }
            guard !values.isIncomplete else { return .finish(.silent) }
            let value = values.found[storing.place]
            guard value == UInt64(exactly: new) else { return .finish(.notKept(value)) }
            stage = .stored
            return .ask(storing.request)
        }
    }
}
