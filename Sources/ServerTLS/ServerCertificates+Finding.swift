// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes
internal import MessageTexts

/// A problem with the certificate of the HTTPS server, and its remedy.
package struct CertificateFinding: Hashable, Sendable {
    package var message: CodedText
    /// The remedy.
    package var fix: CodedText
    /// True if clients refuse the certificate now.
    package var isUnusable: Bool

    /// The next start creates another authority.
    static let authorityNotStored = CertificateFinding(
        message: CodedText(CertificateText.authorityNotStored), fix: CodedText(DoctorFixText.storeAuthority),
        isUnusable: false)
}

extension CertificateValidity {
    /// A certificate that ends within this number of days is a finding. The own one is renewed long before.
    package static let notice: Int64 = 14

    /// The end as a date in UTC, such as 2026-12-31.
    package var endDate: String { String(Timestamp(milliseconds: end * 1000).description.prefix(10)) }

    /// The problem with the certificate in an operator's file; nil if it has no problem.
    ///
    /// - Parameter now: Seconds since 1970. A time before 2026 is ignored, because the clock is not set.
    package func finding(file: String, at now: Int64) -> CertificateFinding? {
        guard now >= Self.earliest else { return nil }
        let parameters: [String: CodedText.Parameter] = ["file": .words(file), "end": .words(endDate)]
        if now < begin {
            return CertificateFinding(
                message: CodedText(CertificateText.fileEarly, ["file": .words(file)]),
                fix: CodedText(DoctorFixText.synchroniseClock), isUnusable: true)
        }
        guard end - now < Self.notice * 86_400 else { return nil }
        return CertificateFinding(
            message: CodedText(end <= now ? CertificateText.fileEnded : .fileEnds, parameters),
            fix: CodedText(DoctorFixText.renewCertificate), isUnusable: end <= now)
    }

    /// The problem with the gateway's own certificate; nil if it has no problem.
    ///
    /// - Parameter error: Why it could not be renewed; nil if it could, or need not be.
    func ownFinding(_ error: String?, at now: Int64) -> CertificateFinding? {
        guard now >= Self.earliest else { return nil }
        if let error {
            return CertificateFinding(
                message: CodedText(
                    CertificateText.notRenewed, ["end": .words(endDate), "detail": .words(error)]),
                fix: CodedText(DoctorFixText.restartDaemon), isUnusable: end <= now)
        }
        guard end - now < Self.notice * 86_400 else { return nil }
        return CertificateFinding(
            message: CodedText(end <= now ? CertificateText.ownEnded : .ownEnds, ["end": .words(endDate)]),
            fix: CodedText(DoctorFixText.newAuthority), isUnusable: end <= now)
    }
}
