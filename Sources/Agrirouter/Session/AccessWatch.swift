// SPDX-License-Identifier: Apache-2.0

/// Detects that agrirouter no longer accepts the endpoint. Agrirouter does not document the status for a deleted
/// endpoint or an expired certificate, so every refusal counts; `limit` refusals in a row mean that access is lost.
public struct AccessWatch: Hashable, Sendable {
    /// The number of consecutive refusals after which access is lost.
    public static let limit = 3
    /// The number of consecutive refusals so far, at most `limit`.
    public private(set) var refusals = 0

    public init() {}

    /// True if access is lost and the endpoint must be onboarded again.
    public var isLost: Bool { refusals >= Self.limit }

    /// Counts a refusal, or resets the count after any other answer from agrirouter. An exchange that did not reach
    /// agrirouter changes nothing.
    public mutating func observe(_ outcome: Exchange.Outcome) {
        switch outcome {
        case .refused: refusals = min(refusals + 1, Self.limit)
        case .accepted, .tooLarge, .fault: refusals = 0
        case .backoff, .offline, .untrusted: break
        }
    }
}
