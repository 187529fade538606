// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
package import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Glibc
internal import MessageTexts
internal import ServerTLS
internal import SystemSupport

extension Machine {
    /// Checks the certificate of the HTTPS server. If the operator provides the files, the check reads them itself,
    /// because they may keep the daemon from starting. The certificate that the running daemon serves, which may be an
    /// earlier one or the gateway's own, is checked through the daemon's report.
    ///
    /// - Parameter report: The running daemon's report; nil if no daemon is running.
    package func certificate(_ configuration: Configured?, _ report: CertificateReport?) -> [DoctorReport.Finding] {
        if let files = configuration?.certificate, mayRead(files) {
            let finding = Self.certificate(files, root, at: SystemClock.wall / 1_000_000_000)
            if finding.level != .ok || report?.message == nil { return [finding] }
        }
        guard let report, let end = report.end else { return [] }
        guard let message = report.message else { return [Self.valid(until: end)] }
        let isUnusable =
            end <= Timestamp(milliseconds: SystemClock.wall / 1_000_000)
            || message.code == CertificateText.fileEarly.rawValue
        return [
            .init(
                "certificate", isUnusable ? .problem : .warning,
                CodedText(DoctorText.certificateFinding, ["finding": .sentence(message)]), fix: report.fixMessage)
        ]
    }

    /// True if this process can check the files for the account: it runs under that account, or it may read the files.
    private func mayRead(_ files: TLSSettings.Files) -> Bool {
        account.id == geteuid() || access(root.prefix + files.key, R_OK) == 0 || errno != EACCES
    }

    private static func certificate(
        _ files: TLSSettings.Files, _ root: SystemRoot, at now: Int64
    ) -> DoctorReport.Finding {
        let validity: CertificateValidity
        do throws(GivenCertificateError) {
            validity = try GivenCertificate(
                certificate: root.prefix + files.certificate, key: root.prefix + files.key
            ).load().validity
        } catch {
            return .init(
                "certificate", .problem,
                CodedText(
                    DoctorText.certificateUnusable,
                    ["detail": .words(files.error(error.description, at: error.key))]),
                fix: CodedText(DoctorFixText.correctCertificate))
        }
        guard let finding = validity.finding(file: files.certificate, at: now) else {
            return valid(until: Timestamp(milliseconds: validity.end * 1000))
        }
        return .init(
            "certificate", finding.isUnusable ? .problem : .warning,
            CodedText(DoctorText.certificateFinding, ["finding": .sentence(finding.message)]), fix: finding.fix)
    }

    private static func valid(until end: Timestamp) -> DoctorReport.Finding {
        .init(
            "certificate", .ok,
            CodedText(DoctorText.certificateValid, ["end": .words(String(end.description.prefix(10)))]))
    }
}
