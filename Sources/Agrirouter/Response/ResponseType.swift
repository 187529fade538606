// SPDX-License-Identifier: Apache-2.0

/// What kind of answer a message is. An open set: unknown ones are passed over.
public struct ResponseType: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int

    /// The type of that number; unknown ones are types too.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Results without a statement on success.
    public static let messages = ResponseType(rawValue: 0)
    /// The request succeeded, and there is nothing else to say.
    public static let ack = ResponseType(rawValue: 1)
    /// Done, with results or warnings.
    public static let ackWithMessages = ResponseType(rawValue: 2)
    /// Not done; the results say why.
    public static let ackWithFailure = ResponseType(rawValue: 3)
    /// Headers of the feed.
    public static let feedHeaders = ResponseType(rawValue: 6)
    /// Messages of the feed.
    public static let feedMessages = ResponseType(rawValue: 7)
    /// A message of the feed that could not be delivered.
    public static let failedFeedMessage = ResponseType(rawValue: 8)
    public static let endpoints = ResponseType(rawValue: 10)
    /// Registrations of a telemetry platform.
    public static let cloudRegistrations = ResponseType(rawValue: 11)
    /// What another endpoint sent, unrequested.
    public static let push = ResponseType(rawValue: 12)
}
