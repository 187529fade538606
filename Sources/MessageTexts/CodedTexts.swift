// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// All sentences that have a code.
public enum CodedTexts {
    /// The topics. A topic that is missing here has no sentences.
    public static let topics: [any TextCode.Type] = [
        AlertText.self, BackOfficeText.self, BluetoothText.self, BluetoothFixText.self, CaptureText.self,
        CentroidText.self, CertificateText.self,
        ConnectionText.self, CorrectionsText.self, CorrectionsChainText.self, CorrectionsCure.self, DoctorText.self,
        DoctorFixText.self, IndicatorText.self, MapText.self, MQTTText.self, OnboardingText.self, ProvisionText.self,
        ReceiverText.self, SelectionText.self, TraccarText.self, UplinkText.self, ValueText.self, WebhookText.self,
    ]

    /// The English sentences by code.
    public static let english: [String: String] = {
        var texts: [String: String] = [:]
        for topic in topics { add(topic, to: &texts) }
        for reason in AuthenticationReason.allCases { texts["osnma.reason.\(reason.code)"] = reason.text }
        for kind in AuthenticationFailureKind.allCases { texts["osnma.failure.\(kind.code)"] = kind.text }
        for notice in AuthenticationNotice.allCases { texts["osnma.alert.\(notice.rawValue)"] = notice.text }
        for cause in OSNMARequirement.Refusal.Cause.allCases { texts["osnma.refusal.\(cause.rawValue)"] = cause.text }
        for extent in FixAuthentication.Extent.allCases { texts["osnma.extent.\(extent.code)"] = extent.statement }
        return texts
    }()

    private static func add<Code: TextCode>(_ topic: Code.Type, to texts: inout [String: String]) {
        for code in topic.allCases { texts[code.rawValue] = code.english }
    }
}
