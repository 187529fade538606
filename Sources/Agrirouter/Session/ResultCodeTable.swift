// SPDX-License-Identifier: Apache-2.0

/// A code of agrirouter's results: what it means, what a person can do, what the gateway does.
public struct ResultCode: Hashable, Sendable {
    /// The code, such as `VAL_000002`.
    public var code: String
    /// What it means.
    public var meaning: String
    /// What to do; nil where nothing is to be done.
    public var cure: String?
    /// What the gateway does.
    public var reaction: Reaction

    private init(_ code: String, _ reaction: Reaction, _ meaning: String, _ cure: String? = nil) {
        (self.code, self.reaction, self.meaning, self.cure) = (code, reaction, meaning, cure)
    }

    private static let report = "this is a fault of the gateway: report it"
    private static let account = "check the account in the portal, then onboard again"
    private static let endpoint = "onboard again with a new registration code"
    private static let registration = "have the type added to the registered version, or leave it out here"
    private static let onlyCloud = "the ids belong to a cloud product"

    /// All that are known, in ascending order.
    public static let all: [ResultCode] = [
        ResultCode("ERR_000001", .retry, "agrirouter is in trouble", "nothing; it is tried again"),
        ResultCode("SYS_000001", .retry, "agrirouter is in trouble", "nothing; it is tried again"),
        ResultCode("SYS_000002", .retry, "agrirouter is in trouble", "nothing; it is tried again"),
        ResultCode("SYS_000003", .retry, "agrirouter is in trouble", "nothing; it is tried again"),
        ResultCode("SYS_000004", .acceptLate, "agrirouter took the message and will process it late"),
        ResultCode("VAL_000000", .retryOnce, "agrirouter failed to process the message", report),
        ResultCode("VAL_000001", .announce, "agrirouter does not know what the endpoint can do"),
        ResultCode("VAL_000002", .stopType, "the endpoint may not send this type of message", registration),
        ResultCode("VAL_000003", .stopType, "the type of message belongs to no group", registration),
        ResultCode(
            "VAL_000004", .stopType, "no recipient can be reached", "make a route to the recipients in the portal"),
        ResultCode(
            "VAL_000005", .acceptWithWarning, "some recipients cannot be reached",
            "make a route to them in the portal"),
        ResultCode(
            "VAL_000006", .stopType, "the endpoint may not subscribe to this type of message", registration),
        ResultCode(
            "VAL_000007", .acceptWithWarning, "a type of message is not in the application's registration",
            registration),
        ResultCode(
            "VAL_000008", .stop, "the version of the application is not valid or blocked",
            "check the version id; ask the maker for a newer one"),
        ResultCode("VAL_000009", .reonboard, "the account is unknown", account),
        ResultCode("VAL_000010", .reonboard, "the account is not active", account),
        ResultCode("VAL_000011", .reonboard, "the endpoint is unknown: somebody deleted it", endpoint),
        ResultCode(
            "VAL_000012", .reonboard, "the endpoint is not active",
            "activate it in the portal; if it is gone there, onboard again"),
        ResultCode(
            "VAL_000013", .stop, "the account is not one for testing this application",
            "ask the maker for an invitation"),
        ResultCode("VAL_000014", .describe, "the description of the device is not valid"),
        ResultCode("VAL_000015", .describe, "the description names no device"),
        ResultCode("VAL_000016", .describe, "the description has no team set context"),
        ResultCode("VAL_000017", .drop, "a query or confirmation lacks what it is about", report),
        ResultCode("VAL_000018", .drop, "a filter is missing or an id is malformed", report),
        ResultCode("VAL_000019", .drop, "this type of message cannot be sent in parts", report),
        ResultCode("VAL_000020", .describe, "the device of the time log is unknown"),
        ResultCode("VAL_000021", .describe, "the description of the device is not valid"),
        ResultCode("VAL_000022", .accept, "the capabilities are as before"),
        ResultCode("VAL_000023", .accept, "the subscriptions are as before"),
        ResultCode("VAL_000024", .reonboard, "the endpoint belongs to another application id", endpoint),
        ResultCode("VAL_000025", .describe, "the description of the device is not valid"),
        ResultCode("VAL_000027", .describe, "the description of the device is not valid"),
        ResultCode("VAL_000205", .accept, "a message to confirm is gone already"),
        ResultCode("VAL_000206", .accept, "a message is confirmed"),
        ResultCode("VAL_000208", .accept, "nothing was there to delete"),
        ResultCode("VAL_000209", .accept, "a message is deleted"),
        ResultCode("VAL_000211", .split, "the message is too large"),
        ResultCode("VAL_000300", .drop, "agrirouter could not decode the message", report),
        ResultCode("VAL_000301", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000303", .drop, "cloud onboarding is not for this endpoint", onlyCloud),
        ResultCode("VAL_000304", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000305", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000306", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000307", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000308", .drop, "cloud onboarding failed", onlyCloud),
        ResultCode("VAL_000309", .drop, "cloud onboarding failed", onlyCloud),
    ]

    /// By code.
    private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// The code of that name, nil where it is not known here.
    public static func named(_ code: String) -> ResultCode? { table[code] }
}
