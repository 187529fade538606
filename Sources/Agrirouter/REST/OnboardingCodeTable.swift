// SPDX-License-Identifier: Apache-2.0

/// A code with which agrirouter refuses an onboarding request: its meaning, and the remedy for people.
public struct OnboardingCode: Hashable, Sendable {
    public var code: String
    public var meaning: String
    public var cure: String

    private init(_ code: String, _ meaning: String, _ cure: String) {
        (self.code, self.meaning, self.cure) = (code, meaning, cure)
    }

    static let invalidCode = OnboardingCode(
        "0401", "the registration code is wrong, used or too old", "create a new one in the portal and enter it here")

    /// All known codes in ascending order.
    public static let all: [OnboardingCode] = [
        OnboardingCode("0010", "the account is not active", "check the account in the portal"),
        OnboardingCode("0011", "the account is unknown", "check the account in the portal"),
        OnboardingCode(
            "0020", "the account may not use this application",
            "an uncertified version is only for invited testers: ask the vendor for an invitation"),
        OnboardingCode(
            "0021", "the application's version is unknown",
            "check the version id; QA and Production use different ids"),
        OnboardingCode("0022", "the application's version was withdrawn", "ask the vendor for a newer one"),
        OnboardingCode("0023", "the endpoint is blocked", "unblock it in the portal"),
        OnboardingCode(
            "0024", "this application cannot be onboarded with a registration code",
            "its ids belong to a cloud product: use those of a communication unit"),
        OnboardingCode("0100", "agrirouter cannot process the request", "this is an error in the gateway: report it"),
        OnboardingCode(
            "0101", "the version id does not fit this request",
            "check application id and version id; QA and Production use different ids"),
        OnboardingCode("0102", "the connection type is unknown", "this is an error in the gateway: report it"),
        OnboardingCode(
            "0103", "the certificate format is unknown", "this is an error in the gateway: report it"),
        OnboardingCode(
            "0104", "the endpoint was onboarded with another connection type",
            "onboard it with that type, or delete it in the portal first"),
        OnboardingCode(
            "0105", "the application id is wrong, or the code belongs to another application",
            "check the application id, and create a new code"),
        OnboardingCode("0106", "a signature is missing", "the ids belong to a cloud product"),
        OnboardingCode("0107", "the signature is wrong", "the ids belong to a cloud product"),
        OnboardingCode(
            "0109", "the endpoints belong to another application or were deleted", "check the application id"),
        OnboardingCode("0110", "the request's timestamp is missing or too old", "check this machine's clock"),
        OnboardingCode("0112", "too many requests", "wait a minute and try again"),
        OnboardingCode("0113", "too many requests", "wait for the time given in the text and try again"),
        OnboardingCode(
            "0115", "the application has reached its endpoint limit", "ask the vendor to have the quota raised"),
        invalidCode,
    ]

    /// The known codes, keyed by code.
    static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}
