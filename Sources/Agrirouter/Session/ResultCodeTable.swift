// SPDX-License-Identifier: Apache-2.0

/// A code in agrirouter's results: its meaning, the remedy for people, and the gateway's reaction.
public struct ResultCode: Hashable, Sendable {
    /// The code, such as `VAL_000002`.
    public var code: String
    /// The meaning as a clause for people.
    public var meaning: String
    /// The remedy for people; nil if no action is needed.
    public var cure: String?
    /// The gateway's reaction.
    public var reaction: Reaction

    private init(_ code: String, _ reaction: Reaction, _ meaning: String, _ cure: String? = nil) {
        (self.code, self.reaction, self.meaning, self.cure) = (code, reaction, meaning, cure)
    }

    private static let report = "this is an error in the gateway: report it"
    private static let account = "check the account in the portal, then onboard again"
    private static let endpoint = "onboard again with a new registration code"
    private static let registration = "have the type added to the registered version, or do not use it here"
    private static let onlyCloud = "the ids belong to a cloud product"

    /// All known codes in ascending order.
    public static let all: [ResultCode] = [
        ResultCode("ERR_000001", .retry, "agrirouter has an internal error", "none needed; the gateway tries again"),
        ResultCode("SYS_000001", .retry, "agrirouter has an internal error", "none needed; the gateway tries again"),
        ResultCode("SYS_000002", .retry, "agrirouter has an internal error", "none needed; the gateway tries again"),
        ResultCode("SYS_000003", .retry, "agrirouter has an internal error", "none needed; the gateway tries again"),
        ResultCode("SYS_000004", .acceptLate, "agrirouter accepted the message and will process it later"),
        ResultCode("VAL_000000", .retryOnce, "agrirouter failed to process the message", report),
        ResultCode("VAL_000001", .announce, "agrirouter does not know the endpoint's capabilities"),
        ResultCode("VAL_000002", .stopType, "the endpoint may not send this message type", registration),
        ResultCode("VAL_000003", .stopType, "the message type belongs to no group", registration),
        ResultCode(
            "VAL_000004", .stopType, "no recipient can be reached", "create a route to the recipients in the portal"),
        ResultCode(
            "VAL_000005", .acceptWithWarning, "some recipients cannot be reached",
            "create a route to them in the portal"),
        ResultCode(
            "VAL_000006", .stopType, "the endpoint may not subscribe to this message type", registration),
        ResultCode(
            "VAL_000007", .acceptWithWarning, "a message type is not in the application's registration",
            registration),
        ResultCode(
            "VAL_000008", .stop, "the application's version is invalid or blocked",
            "check the version id; ask the vendor for a newer one"),
        ResultCode("VAL_000009", .reonboard, "the account is unknown", account),
        ResultCode("VAL_000010", .reonboard, "the account is not active", account),
        ResultCode("VAL_000011", .reonboard, "the endpoint is unknown: it was deleted", endpoint),
        ResultCode(
            "VAL_000012", .reonboard, "the endpoint is not active",
            "activate it in the portal; if it no longer exists there, onboard again"),
        ResultCode(
            "VAL_000013", .stop, "the account may not test this application",
            "ask the vendor for an invitation"),
        ResultCode("VAL_000014", .describe, "the device description is invalid"),
        ResultCode("VAL_000015", .describe, "the device description contains no device"),
        ResultCode("VAL_000016", .describe, "the device description has no team set context"),
        ResultCode("VAL_000017", .drop, "a query or confirmation lacks a required attribute", report),
        ResultCode("VAL_000018", .drop, "a filter is missing or an id is malformed", report),
        ResultCode("VAL_000019", .drop, "this message type cannot be sent in chunks", report),
        ResultCode("VAL_000020", .describe, "the time log's device is unknown"),
        ResultCode("VAL_000021", .describe, "the device description is invalid"),
        ResultCode("VAL_000022", .accept, "the capabilities are unchanged"),
        ResultCode("VAL_000023", .accept, "the subscriptions are unchanged"),
        ResultCode("VAL_000024", .reonboard, "the endpoint belongs to another application", endpoint),
        ResultCode("VAL_000025", .describe, "the device description is invalid"),
        ResultCode("VAL_000027", .describe, "the device description is invalid"),
        ResultCode("VAL_000205", .accept, "a message to confirm no longer exists"),
        ResultCode("VAL_000206", .accept, "a message is confirmed"),
        ResultCode("VAL_000208", .accept, "there was nothing to delete"),
        ResultCode("VAL_000209", .accept, "a message is deleted"),
        ResultCode("VAL_000211", .split, "the message is too large"),
        ResultCode("VAL_000300", .drop, "agrirouter could not decode the message", report),
        ResultCode("VAL_000301", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000303", .drop, "this endpoint cannot use cloud onboarding", onlyCloud),
        ResultCode("VAL_000304", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000305", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000306", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000307", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000308", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000309", .drop, "cloud onboarding failed", onlyCloud),
    ]

    /// The known codes, keyed by code.
    private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// Returns the entry for a code; nil if the code is unknown.
    public static func named(_ code: String) -> ResultCode? { table[code] }
}
