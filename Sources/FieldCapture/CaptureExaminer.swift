// SPDX-License-Identifier: Apache-2.0

public import CaptureFormat
public import GNSSTypes

/// Judges the position of a photo again from its evidence.
public struct CaptureExaminer: Sendable {
    /// A verdict on the moment of a photo.
    public struct Verdict: Sendable {
        public var verdict: Authentication
        /// The reason why the position may not be called authenticated; nil if it may.
        public var refusal: OSNMARequirement.Refusal?

        public init(_ verdict: Authentication, refusal: OSNMARequirement.Refusal?) {
            (self.verdict, self.refusal) = (verdict, refusal)
        }
    }

    /// The rules by which positions count as authenticated now, for the record.
    public var rules: @Sendable () -> JSONValue?
    /// The messages with the keys that the verdicts rest on, as a file; nil if there are none.
    public var messages: @Sendable () async -> [UInt8]?
    /// Judges evidence: the newest record, and the files by their names; nil if positions are not judged, or the evidence
    /// cannot be read.
    public var judge: @Sendable (_ record: JSONValue, _ files: [String: [UInt8]]) async -> Verdict?

    /// Creates an examiner; by default, one that does not judge.
    public init(
        rules: @escaping @Sendable () -> JSONValue? = { nil },
        messages: @escaping @Sendable () async -> [UInt8]? = { nil },
        judge: @escaping @Sendable (_ record: JSONValue, _ files: [String: [UInt8]]) async -> Verdict? = { _, _ in nil }
    ) {
        (self.rules, self.messages, self.judge) = (rules, messages, judge)
    }
}
