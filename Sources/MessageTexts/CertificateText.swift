// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The problems with the certificate of the HTTPS server. `{end}` is a date such as 2026-12-31, `{detail}` an error in
/// English.
public enum CertificateText: String, TextCode {
    case fileEnds = "certificate.file_ends"
    case fileEnded = "certificate.file_ended"
    case fileEarly = "certificate.file_not_yet_valid"
    case ownEnds = "certificate.own_ends"
    case ownEnded = "certificate.own_ended"
    case notRenewed = "certificate.not_renewed"
    case authorityNotStored = "certificate.authority_not_stored"

    public var english: String {
        switch self {
        case .fileEnds: "the HTTPS certificate in {file} is valid only until {end}"
        case .fileEnded: "the HTTPS certificate in {file} was valid until {end}"
        case .fileEarly: "by this machine's clock, the HTTPS certificate in {file} is not valid yet"
        case .ownEnds: "the gateway's own HTTPS certificate and its authority are valid only until {end}"
        case .ownEnded: "the gateway's own HTTPS certificate and its authority were valid until {end}"
        case .notRenewed: "the gateway's own HTTPS certificate, valid until {end}, cannot be renewed: {detail}"
        case .authorityNotStored:
            "the gateway's authority for HTTPS cannot be stored; after the next start, all devices must install another one"
        }
    }
}
