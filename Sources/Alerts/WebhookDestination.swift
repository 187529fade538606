// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
internal import Crypto
package import DaemonRuntime
internal import FoundationEssentials
internal import SystemSupport

/// The address of a webhook with the secret that signs its requests, as the specification Standard Webhooks 1.0
/// describes ("Symmetric signatures").
package struct WebhookDestination: Sendable, Equatable {
    package let settings: WebhookSettings
    private let key: SymmetricKey

    /// Reads the secret.
    ///
    /// - Throws: `GatewayError` that names the place in the configuration, the file and the remedy.
    package init(_ settings: WebhookSettings) throws(GatewayError) {
        self.settings = settings
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try WholeFile.read(settings.secretFile, atMost: 4096, regularOnly: true)
        } catch {
            throw GatewayError(
                .configuration, settings.error("cannot read \(settings.secretFile): \(error.description)"))
        }
        guard let key = Self.key(bytes) else {
            throw GatewayError(
                .configuration,
                settings.error(
                    "\(settings.secretFile) contains no secret; allowed: whsec_ and the base64 of 24 to 64 bytes, as "
                        + "printed by: echo whsec_$(head -c 32 /dev/urandom | base64 -w 0)"))
        }
        self.key = key
    }

    init(_ settings: WebhookSettings, secret: String) throws(GatewayError) {
        guard let key = Self.key(Array(secret.utf8)) else {
            throw GatewayError(.configuration, settings.error("not a secret"))
        }
        (self.settings, self.key) = (settings, key)
    }

    private static func key(_ bytes: [UInt8]) -> SymmetricKey? {
        let line = String(decoding: bytes.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
        guard line.hasPrefix("whsec_"), let key = Data(base64Encoded: String(line.dropFirst(6))),
            (24...64).contains(key.count)
        else { return nil }
        return SymmetricKey(data: key)
    }

    /// The signature of a request: `v1,` and the base64 of the HMAC-SHA-256 of `ID.TIMESTAMP.BODY`.
    ///
    /// - Parameter timestamp: Seconds since 1970-01-01 UTC.
    func signature(id: String, timestamp: Int64, body: String) -> String {
        let signed = Data("\(id).\(timestamp).\(body)".utf8)
        return "v1," + Data(HMAC<SHA256>.authenticationCode(for: signed, using: key)).base64EncodedString()
    }
}
