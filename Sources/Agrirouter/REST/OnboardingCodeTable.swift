// SPDX-License-Identifier: Apache-2.0

/// A code of a refused onboarding: what it means, and what a person can do.
public struct OnboardingCode: Hashable, Sendable {
    /// The four digits.
    public var code: String
    /// What it means.
    public var meaning: String
    /// What to do.
    public var cure: String

    private init(_ code: String, _ meaning: String, _ cure: String) {
        (self.code, self.meaning, self.cure) = (code, meaning, cure)
    }

    static let invalidCode = OnboardingCode(
        "0401", "the registration code is wrong, used or too old", "make a new one in the portal and type it here")

    /// All that are known, in ascending order.
    public static let all: [OnboardingCode] = [
        OnboardingCode("0010", "the account is not active", "check the account in the portal"),
        OnboardingCode("0011", "the account is unknown", "check the account in the portal"),
        OnboardingCode(
            "0020", "the account may not use this application",
            "an uncertified version is for invited testers: ask the maker for an invitation"),
        OnboardingCode(
            "0021", "the version of the application is unknown",
            "check the version id; those of QA and Production differ"),
        OnboardingCode("0022", "the version of the application was withdrawn", "ask the maker for a newer one"),
        OnboardingCode("0023", "the endpoint is blocked", "unblock it in the portal"),
        OnboardingCode(
            "0024", "this application may not be onboarded by a registration code",
            "its ids belong to a cloud product: use those of a communication unit"),
        OnboardingCode("0100", "the request is not understood", "this is a fault of the gateway: report it"),
        OnboardingCode(
            "0101", "the version id does not fit this request",
            "check application id and version id; those of QA and Production differ"),
        OnboardingCode("0102", "the kind of connection is unknown", "this is a fault of the gateway: report it"),
        OnboardingCode(
            "0103", "the form of the certificate is unknown", "this is a fault of the gateway: report it"),
        OnboardingCode(
            "0104", "the endpoint was onboarded with another kind of connection",
            "onboard it with that kind, or delete it in the portal first"),
        OnboardingCode(
            "0105", "the application id is wrong, or the code was made for another application",
            "check the application id, and make a new code"),
        OnboardingCode("0106", "a signature is missing", "the ids belong to a cloud product"),
        OnboardingCode("0107", "the signature is wrong", "the ids belong to a cloud product"),
        OnboardingCode("0109", "the endpoints belong to another application or are gone", "check the application id"),
        OnboardingCode("0110", "the time of the request is missing or too old", "check the clock of this machine"),
        OnboardingCode("0112", "too many requests", "wait a minute and try again"),
        OnboardingCode("0113", "too many requests", "wait as long as the text says and try again"),
        OnboardingCode(
            "0115", "the application has as many endpoints as it may", "ask the maker to have the quota raised"),
        invalidCode,
    ]

    /// By code.
    static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}
