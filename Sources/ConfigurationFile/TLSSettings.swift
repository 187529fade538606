// SPDX-License-Identifier: Apache-2.0

internal import Settings

/// The certificate of the addresses in `listen.https`: `tls`.
public enum TLSSettings: Hashable, Sendable {
    /// From the gateway's own authority.
    case auto
    /// From files of the operator.
    case files(Files)

    /// The paths of PEM files, and the places in the configuration file that name them.
    public struct Files: Hashable, Sendable {
        /// The certificate and its issuers.
        public var certificate: String
        /// The private key.
        public var key: String
        /// The place of each of the two keys, such as `gateway.yaml:7:18`; empty in a configuration without a file.
        var places: [String: String] = [:]

        public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }

        /// A problem with one of the files as an error of the configuration, with file, line and key.
        public func error(_ problem: String, at key: String) -> String {
            (places[key].map { $0 + ": " } ?? "") + "tls.\(key): \(problem)"
        }

        public static func == (one: Self, other: Self) -> Bool {
            (one.certificate, one.key) == (other.certificate, other.key)
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(certificate)
            hasher.combine(key)
        }
    }

    private static let word = "auto"

    static let setting = Setting<GatewayConfiguration>(
        "tls", schema, value: { $0.tls.settingValue },
        store: { value, configuration in
            if value.text != nil {
                configuration.tls = .auto
            } else if let certificate = value["certificate"]?.text, let key = value["key"]?.text {
                configuration.tls = .files(Files(certificate: certificate, key: key))
            } else {
                return false
            }
            return true
        })

    private static let schema = ValueSchema(
        types: [.string, .object],
        text:
            "The certificate for listen.https: auto (the default) for a certificate from the gateway's own authority, "
            + "which people install on their devices; or a section that names PEM files, which the daemon reads again "
            + "when it reloads the configuration.",
        defaultValue: .text(word),
        properties: [
            ValueSchema.Property(
                key: "certificate",
                schema: ValueSchema(
                    types: [.string], text: "The certificate, followed by those of its issuers.",
                    form: absolutePathProblem, formText: "an absolute path")),
            ValueSchema.Property(
                key: "key",
                schema: ValueSchema(
                    types: [.string], text: "The certificate's private key, without a passphrase.",
                    form: absolutePathProblem, formText: "an absolute path")),
        ],
        required: ["certificate", "key"], isClosed: true,
        form: { $0 == word ? nil : "is neither 'auto' nor a section" },
        formText: "auto, or a section with certificate and key",
        example: .section([
            ConfigurationValue.Member(key: "certificate", value: .text("/etc/gnss-gateway/tls.crt")),
            ConfigurationValue.Member(key: "key", value: .text("/etc/gnss-gateway/tls.key")),
        ]))

    private var settingValue: ConfigurationValue {
        switch self {
        case .auto: .text(Self.word)
        case .files(let files):
            .section([
                ConfigurationValue.Member(key: "certificate", value: .text(files.certificate)),
                ConfigurationValue.Member(key: "key", value: .text(files.key)),
            ])
        }
    }

    /// Records the places that name the files.
    mutating func setPlaces(_ node: ConfigurationNode?, file: String) {
        guard case .files(var files) = self, let node else { return }
        for key in ["certificate", "key"] {
            files.places[key] = node.entry(key).map { "\(file):\($0.value.position)" }
        }
        self = .files(files)
    }
}
