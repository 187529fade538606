// SPDX-License-Identifier: Apache-2.0

/// Changes the rate of a line at both ends, first at the receiver's end and then at ours; reverts the change if nothing
/// is received.
struct RateChange: Sendable {
    private enum Stage {
        case begin
        case asked
        case settled
        case atNewRate
        case backAtOldRate
        case atOldRate
    }

    private let request: SetupRequest
    private let new: Int
    private let old: Int?
    private var stage = Stage.begin

    /// The time in nanoseconds for bytes in transit at the old rate and for the receiver's own change.
    private static let pause: Int64 = 100_000_000

    /// - Parameters:
    ///   - request: The change in the receiver.
    ///   - new: The new rate in bits per second.
    ///   - old: The old rate; nil if our end has no rate and therefore nothing to change.
    init(_ request: SetupRequest, to new: Int, from old: Int?) {
        // The change takes effect at once, which may garble the acknowledgement; a repetition would be sent at the
        // wrong rate.
        self.request = SetupRequest(request.id, payload: request.payload, expects: .acknowledgement, tries: 1)
        (self.new, self.old) = (new, old)
    }

    mutating func next(_ answer: SetupAnswer) -> SetupMove<ProvisionStep.Result> {
        switch stage {
        case .begin:
            stage = .asked
            return .ask(request)
        case .asked:
            if answer == .refused { return .finish(.refused) }
            guard old != nil else { return .finish(answer == .acknowledged ? .made : .silent) }
            stage = .settled
            return .pause(Self.pause)
        case .settled:
            stage = .atNewRate
            return .setRate(new)
        case .atNewRate:
            if answer == .done { return .ask(.poll(.monVER, tries: 2)) }
            if case .answered = answer { return .finish(.made) }
            guard let old else { return .finish(.silent) }
            stage = .backAtOldRate
            return .setRate(old)
        case .backAtOldRate:
            stage = .atOldRate
            return .ask(.poll(.monVER, tries: 2))
        case .atOldRate:
            if case .answered = answer { return .finish(.notHeardAtNewRate) }
            return .finish(.silent)
        }
    }
}
