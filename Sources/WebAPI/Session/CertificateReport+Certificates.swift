// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import MessageTexts
package import ServerTLS

extension CertificateReport {
    /// Creates the report on the certificate that new connections get.
    package init(_ certificates: ServerCertificates) {
        let (ends, subjects) = (certificates.ends, certificates.subjects)
        self.init(
            fingerprint: certificates.fingerprint,
            names: subjects.names + subjects.addresses.map(CertificateSubjects.text), end: ends.server,
            authorityEnd: ends.authority)
        guard let finding = certificates.finding else { return }
        (message, problem) = (finding.message, finding.message.text)
        (fixMessage, fix) = (finding.fix, finding.fix.text)
    }
}
