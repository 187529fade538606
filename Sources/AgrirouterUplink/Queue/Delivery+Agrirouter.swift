// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import Outbox

extension Delivery.Attempt {
    /// What a POST says of its messages. Only `.accepted` changes anything, and `.tooLarge` and `.fault` where it held one
    /// message and nothing else.
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
    /// What agrirouter's answer means for the message.
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
