// SPDX-License-Identifier: Apache-2.0

public import MessageTexts

/// A code with which agrirouter refuses an onboarding request: its meaning, and the remedy for people.
public struct OnboardingCode: Hashable, Sendable {
    public var code: String
    /// The meaning as a sentence with a code of its own.
    public var meaningText: OnboardingText
    /// The remedy as a sentence with a code of its own.
    public var cureText: OnboardingText

    /// The meaning in English.
    public var meaning: String { meaningText.english }
    /// The remedy in English.
    public var cure: String { cureText.english }

    private init(_ meaning: OnboardingText, _ cure: OnboardingText) {
        code = String(meaning.rawValue.drop { $0 != "." }.dropFirst())
        (meaningText, cureText) = (meaning, cure)
    }

    static let invalidCode = OnboardingCode(.codeWrong, .enterNewCode)

    /// All known codes in ascending order.
    public static let all: [OnboardingCode] = [
        OnboardingCode(.accountNotActive, .checkAccount),
        OnboardingCode(.accountUnknown, .checkAccount),
        OnboardingCode(.accountNotApproved, .askForInvitation),
        OnboardingCode(.versionUnknown, .checkVersion),
        OnboardingCode(.versionWithdrawn, .askForVersion),
        OnboardingCode(.endpointBlocked, .unblock),
        OnboardingCode(.notWithCode, .useUnitIDs),
        OnboardingCode(.notProcessed, .report),
        OnboardingCode(.versionUnfit, .checkIDs),
        OnboardingCode(.connectionUnknown, .report),
        OnboardingCode(.formatUnknown, .report),
        OnboardingCode(.otherConnection, .otherConnectionType),
        OnboardingCode(.applicationWrong, .checkApplication),
        OnboardingCode(.signatureMissing, .cloudIDs),
        OnboardingCode(.signatureWrong, .cloudIDs),
        OnboardingCode(.otherApplication, .checkApplicationOnly),
        OnboardingCode(.timestampOld, .checkClock),
        OnboardingCode(.tooManyRequests, .waitMinute),
        OnboardingCode(.tooManyRequestsForNow, .waitGivenTime),
        OnboardingCode(.applicationFull, .askForQuota),
        invalidCode,
    ]

    /// The known codes, keyed by code.
    static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}
