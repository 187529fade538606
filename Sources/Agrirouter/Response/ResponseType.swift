// SPDX-License-Identifier: Apache-2.0

/// The type of an answer. The set is open; unknown types are ignored.
public struct ResponseType: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    /// Creates a type from the number on the wire; unknown numbers are allowed.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Results that do not tell whether the request succeeded.
    public static let messages = ResponseType(rawValue: 0)
    /// The request succeeded without further results.
    public static let ack = ResponseType(rawValue: 1)
    /// The request succeeded with results or warnings.
    public static let ackWithMessages = ResponseType(rawValue: 2)
    /// The request failed; the results contain the reasons.
    public static let ackWithFailure = ResponseType(rawValue: 3)
    /// Headers of messages in the feed.
    public static let feedHeaders = ResponseType(rawValue: 6)
    /// Messages of the feed.
    public static let feedMessages = ResponseType(rawValue: 7)
    /// A message of the feed that could not be delivered.
    public static let failedFeedMessage = ResponseType(rawValue: 8)
    public static let endpoints = ResponseType(rawValue: 10)
    /// Registrations of a telemetry platform.
    public static let cloudRegistrations = ResponseType(rawValue: 11)
    /// Messages from other endpoints that agrirouter delivered without a request.
    public static let push = ResponseType(rawValue: 12)
}
