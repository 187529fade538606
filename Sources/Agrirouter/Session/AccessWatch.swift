// SPDX-License-Identifier: Apache-2.0

/// Whether agrirouter still accepts the endpoint. Which answer a deleted endpoint or an expired certificate gets is
/// undocumented: any refusal counts, and three in a row are one too many.
public struct AccessWatch: Hashable, Sendable {
    /// Refusals in a row that count as the end.
    public static let limit = 3
    /// Refusals in a row so far.
    public private(set) var refusals = 0

    public init() {}

    /// Whether only onboarding again helps.
    public var isLost: Bool { refusals >= Self.limit }

    /// What an exchange says about it; those that did not reach agrirouter say nothing.
    public mutating func observe(_ outcome: Exchange.Outcome) {
        switch outcome {
        case .refused: refusals = min(refusals + 1, Self.limit)
        case .accepted, .tooLarge, .fault: refusals = 0
        case .backOff, .offline, .untrusted: break
        }
    }
}
