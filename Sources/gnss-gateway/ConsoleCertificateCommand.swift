// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient
internal import SystemSupport

/// `gnss-gateway console certificate`.
struct ConsoleCertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate", abstract: "Show how other devices learn to trust this gateway over HTTPS.",
        discussion: """
            Prints the SHA-256 fingerprint of the gateway's own certificate authority, and the names and addresses for \
            which the gateway's certificate is valid. A device gets the authority at /ca.crt of the gateway; compare \
            the fingerprint there before you install it. Exits with 69 if the gateway serves no HTTPS.
            """)

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/certificate'.")
    var json = false

    func run() async throws {
        let report = try await Daemon.answer { try await $0.certificate() }
        guard let end = report.end else {
            Terminal.say(
                "gnss-gateway: the daemon serves no HTTPS: add an address such as 0.0.0.0:8948 to 'listen.https'")
            throw ExitCode(.unavailable)
        }
        if json { return try StandardOutput.print(ControlText.json(report)) }
        if let fingerprint = report.fingerprint {
            try StandardOutput.print("Authority: SHA-256 \(fingerprint)")
        } else {
            try StandardOutput.print("Authority: the issuer of the files in 'tls'")
        }
        if let last = report.authorityEnd { try StandardOutput.print("  valid until \(last)") }
        try StandardOutput.print("Certificate: \(report.names.joined(separator: ", "))")
        try StandardOutput.print("  valid until \(end)")
        if let problem = report.problem {
            Terminal.say("gnss-gateway: \(problem)\(report.fix.map { "; \($0)" } ?? "")")
        }
    }
}

extension ConsoleCertificateCommand {
    /// Explains, after a code for other devices, how they can trust the gateway; prints nothing if it serves no HTTPS
    /// there or has no authority of its own.
    static func explain(_ addresses: [String]) async throws {
        guard let address = addresses.first(where: { $0.hasPrefix("https://") && !$0.hasPrefix("https://127.") }) else {
            return
        }
        let report = try? await ControlClient().certificate()
        guard let fingerprint = report?.fingerprint else { return }
        Terminal.say(
            "A device that does not trust this gateway yet installs \(address)ca.crt first. Its SHA-256 fingerprint "
                + "is\n"
                + fingerprint)
    }
}
