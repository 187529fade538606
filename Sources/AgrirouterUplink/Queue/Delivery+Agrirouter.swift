// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import Outbox

extension Delivery.Attempt {
    /// The result of a POST for its messages. Besides `.accepted`, only `.tooLarge` and `.fault` change a message, and
    /// only if the request held that one message alone.
    init(_ outcome: Exchange.Outcome, isAlone: Bool) {
        self =
            switch outcome {
            case .accepted: .takenOver
            case .tooLarge where isAlone: .tooLarge
            case .fault where isAlone: .notUnderstood
            default: .failed
            }
    }
}

extension Delivery.Answer {
    /// The meaning of agrirouter's answer for the message.
    init(_ verdict: Verdict) {
        self =
            switch verdict.reaction {
            case .accept, .acceptWithWarning, .acceptLate: .accepted
            case .retry, .announce, .stopType, .stop, .reonboard: .later
            case .retryOnce, .describe: .onceMore
            case .split: .tooLarge
            case .drop: .refused
            }
    }
}
