// SPDX-License-Identifier: Apache-2.0

/// The technical message type (TMT) of a message, by which agrirouter routes it. The set is open; values are lower
/// case.
public struct TechnicalMessageType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The exact type, such as `gps:info`.
    public let rawValue: String

    /// Creates a type from its text; unknown types are allowed.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Declares the types that an endpoint can send and receive.
    public static let capabilities = TechnicalMessageType(rawValue: "dke:capabilities")
    /// Declares the published types that an endpoint wants to receive.
    public static let subscription = TechnicalMessageType(rawValue: "dke:subscription")
    /// Lists the endpoints to which the account's routes lead.
    public static let listEndpoints = TechnicalMessageType(rawValue: "dke:list_endpoints")
    /// Lists all endpoints, regardless of routes; the direction applies from the other endpoint's point of view.
    public static let listEndpointsUnfiltered = TechnicalMessageType(rawValue: "dke:list_endpoints_unfiltered")
    /// Requests the headers of messages in the feed.
    public static let feedHeaderQuery = TechnicalMessageType(rawValue: "dke:feed_header_query")
    /// Requests messages from the feed.
    public static let feedMessageQuery = TechnicalMessageType(rawValue: "dke:feed_message_query")
    /// Confirms messages of the feed that have been processed.
    public static let feedConfirm = TechnicalMessageType(rawValue: "dke:feed_confirm")
    /// Deletes messages of the feed that are not needed.
    public static let feedDelete = TechnicalMessageType(rawValue: "dke:feed_delete")
    /// Checks whether agrirouter still knows this endpoint.
    public static let ping = TechnicalMessageType(rawValue: "dke:ping")
    /// A list of positions; deprecated by agrirouter but in general use.
    public static let gpsInfo = TechnicalMessageType(rawValue: "gps:info")
    /// Positions, and optionally process data, as an ISO 11783-10 time log.
    public static let timeLog = TechnicalMessageType(rawValue: "iso:11783:-10:time_log:protobuf")
    /// The devices that time logs refer to.
    public static let deviceDescription = TechnicalMessageType(rawValue: "iso:11783:-10:device_description:protobuf")

    /// True if agrirouter itself processes the message. Such a message is addressed directly and names no recipient.
    public var isCommand: Bool { rawValue.hasPrefix("dke:") }

    /// True if the content is a file in base64. The gateway recognises these types but does not process them.
    public var isFile: Bool {
        ["iso:11783:-10:taskdata:zip", "shp:shape:zip", "doc:pdf"].contains(rawValue)
            || ["img:", "vid:"].contains { rawValue.hasPrefix($0) }
    }

    /// The full protobuf message name of a request's content; nil if the request has no content or the type is unknown.
    var contentName: String? { Self.contentNames[self] }

    private static let contentNames: [TechnicalMessageType: String] = [
        .capabilities: "agrirouter.request.payload.endpoint.CapabilitySpecification",
        .subscription: "agrirouter.request.payload.endpoint.Subscription",
        .listEndpoints: "agrirouter.request.payload.account.ListEndpointsQuery",
        .listEndpointsUnfiltered: "agrirouter.request.payload.account.ListEndpointsQuery",
        .feedHeaderQuery: "agrirouter.feed.request.MessageQuery",
        .feedMessageQuery: "agrirouter.feed.request.MessageQuery",
        .feedConfirm: "agrirouter.feed.request.MessageConfirm",
        .feedDelete: "agrirouter.feed.request.MessageDelete",
        .gpsInfo: "agrirouter.technicalmessagetype.GPSList",
        .timeLog: "efdi.TimeLog",
        .deviceDescription: "efdi.ISO11783_TaskData",
    ]
}
