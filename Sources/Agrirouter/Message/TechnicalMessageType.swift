// SPDX-License-Identifier: Apache-2.0

/// What kind of content a message has (TMT): agrirouter routes by it. An open set; always lower case.
public struct TechnicalMessageType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The exact text, such as `gps:info`.
    public let rawValue: String

    /// The type of that text; unknown ones are types too.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// What an endpoint can send and receive.
    public static let capabilities = TechnicalMessageType(rawValue: "dke:capabilities")
    /// What an endpoint wants of what is published.
    public static let subscription = TechnicalMessageType(rawValue: "dke:subscription")
    /// The endpoints that a route allows.
    public static let listEndpoints = TechnicalMessageType(rawValue: "dke:list_endpoints")
    /// All endpoints; directions as the others see them.
    public static let listEndpointsUnfiltered = TechnicalMessageType(rawValue: "dke:list_endpoints_unfiltered")
    /// The headers of what lies in the feed.
    public static let feedHeaderQuery = TechnicalMessageType(rawValue: "dke:feed_header_query")
    /// What lies in the feed.
    public static let feedMessageQuery = TechnicalMessageType(rawValue: "dke:feed_message_query")
    /// Messages of the feed that were processed.
    public static let feedConfirm = TechnicalMessageType(rawValue: "dke:feed_confirm")
    /// Messages of the feed that the gateway does not need.
    public static let feedDelete = TechnicalMessageType(rawValue: "dke:feed_delete")
    /// Is this endpoint still there?
    public static let ping = TechnicalMessageType(rawValue: "dke:ping")
    /// A list of positions; deprecated by agrirouter and in use everywhere.
    public static let gpsInfo = TechnicalMessageType(rawValue: "gps:info")
    /// Positions (and more) as an ISO 11783-10 time log.
    public static let timeLog = TechnicalMessageType(rawValue: "iso:11783:-10:time_log:protobuf")
    /// The devices that time logs speak of.
    public static let deviceDescription = TechnicalMessageType(rawValue: "iso:11783:-10:device_description:protobuf")

    /// Whether agrirouter itself answers it: such a message is sent directly, to no recipient.
    public var isCommand: Bool { rawValue.hasPrefix("dke:") }

    /// Whether its content is a file as base64 text; the gateway recognises those and leaves them alone.
    public var isFile: Bool {
        ["iso:11783:-10:taskdata:zip", "shp:shape:zip", "doc:pdf"].contains(rawValue)
            || ["img:", "vid:"].contains { rawValue.hasPrefix($0) }
    }

    /// The full name of the protobuf message of a request's content, nil if it has no content, or the type is unknown.
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
