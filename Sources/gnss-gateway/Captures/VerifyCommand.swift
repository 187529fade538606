// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CaptureFormat
internal import CommandSupport
internal import DaemonRuntime
internal import OSNMATrust
internal import OSNMAValidation
internal import SystemSupport

/// `gnss-gateway verify`.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check exported photos: whether anything was changed since a gateway sealed them.",
        discussion: """
            Reads ZIP archives of 'capture export', folders of such archives or of unpacked ones, and the folder photos \
            of a gateway's state. Needs no daemon. Without --key, it cannot say which gateway sealed the photos: compare \
            the printed key with 'gnss-gateway capture key' of that gateway.

            Names on standard error what it does not search: links, hidden folders, and folders more than four deep.

            Exits with 0 if all photos are valid, 1 if one is not or if something was not searched, 66 if a file cannot \
            be read, 65 if there is no photo.
            """)

    @Option(
        help: ArgumentHelp(
            "The expected key: 64 hexadecimal digits, or a PEM file of 'capture key'.", valueName: "KEY|FILE"))
    var key: String?

    @Flag(
        help: """
            Require that no photo is missing, from the gateway's first to the last one found, and that none is here that \
            the gateway deleted.
            """)
    var complete = false

    @Flag(
        help: """
            Also judge each position again from the stored evidence, by Galileo's authentication (OSNMA), and say on whose \
            word the result rests.
            """)
    var osnma = false

    @Option(
        help: ArgumentHelp(
            "With --osnma: directory of trust material as for 'osnma verify'; default: the keys of 'osnma trust list'.",
            valueName: "DIR"))
    var trust: String?

    @Option(
        help: ArgumentHelp(
            "With --osnma: root certificates (PEM) of the time stamping authorities that you trust.", valueName: "FILE")
    )
    var timeAuthority: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Argument(help: ArgumentHelp("Archives or folders.", valueName: "PATH"))
    var paths: [String]

    func run() throws {
        // Each archive stays open until its photos are checked.
        _ = DescriptorLimit.raise()
        do throws(GatewayError) {
            let expected = try key.map { text throws(GatewayError) in try Self.key(text) }
            var captures: [any CaptureFiles] = []
            var skipped: [String] = []
            for path in paths {
                do throws(CaptureFileError) {
                    let found = try CaptureSearch(at: path)
                    captures += found.captures
                    skipped += found.skipped
                } catch {
                    throw GatewayError(.noInput, "cannot read \(path): \(error)")
                }
            }
            for text in skipped { Terminal.say("not checked: \(text)") }
            guard !captures.isEmpty else {
                throw GatewayError(.badData, "there is no photo in \(paths.joined(separator: ", "))")
            }
            let check = CaptureVerification(captures, by: expected, isComplete: complete)
            let evidence = osnma ? try examine(captures, check) : [:]
            try report(check, evidence)
            if !check.isValid { throw GatewayError(.failed, Self.summary(check)) }
            let contradicted = evidence.values.count { $0.isContradicted }
            if contradicted > 0 {
                throw GatewayError(
                    .failed, "the evidence of \(contradicted) photos does not support the sealed verdict")
            }
            guard skipped.isEmpty else {
                throw GatewayError(.failed, "not everything was checked: \(skipped.count) paths were skipped")
            }
        } catch {
            throw Terminal.failure(error)
        }
    }

    /// The result with `--osnma --json`.
    private struct Result: Encodable {
        let verification: CaptureVerification
        /// By the place of the photo.
        let evidence: [String: PhotoEvidence]
    }

    /// Judges the positions of the photos that are as they were sealed, by their places.
    private func examine(
        _ captures: [any CaptureFiles], _ check: CaptureVerification
    ) throws(GatewayError) -> [String: PhotoEvidence] {
        let start =
            if let trust { try TrustMaterial.start(in: trust) } else {
                try OfflineTrust.start(TrustCommand.folder(nil))
            }
        let authorities = try timeAuthority.map { path throws(GatewayError) in
            guard let text = WholeFile.text(path, atMost: 4 << 20) else {
                throw GatewayError(.noInput, "--time-authority: cannot read \(path)")
            }
            return text
        }
        var results: [String: PhotoEvidence] = [:]
        for (files, capture) in zip(captures, check.captures) {
            guard capture.outcome != .altered else {
                results[files.place] = .unusable("the photo is altered, so its evidence is not examined")
                continue
            }
            // Only the seal of a deletion remains of a deleted photo.
            guard files.names.contains(where: { $0.hasPrefix("record-") }) else { continue }
            results[files.place] = PhotoEvidence(
                files, trusting: start, seal: key == nil ? "the seal of an unknown key" : "the gateway's seal",
                authorities)
        }
        return results
    }

    private static func key(_ text: String) throws(GatewayError) -> VerificationKey {
        if let key = VerificationKey(text) { return key }
        guard let content = WholeFile.text(text, atMost: 4096) else {
            throw GatewayError(.noInput, "--key is neither 64 hexadecimal digits nor a readable file: \(text)")
        }
        guard let key = VerificationKey(content) else {
            throw GatewayError(.badData, "\(text) does not contain a public key (Ed25519, PEM)")
        }
        return key
    }

    func validate() throws {
        guard osnma || (trust == nil && timeAuthority == nil) else {
            throw ValidationError("--trust and --time-authority need --osnma.")
        }
    }

    private func report(
        _ check: CaptureVerification, _ evidence: [String: PhotoEvidence]
    ) throws(GatewayError) {
        do {
            if json {
                return try osnma
                    ? StandardOutput.print(ControlText.json(Result(verification: check, evidence: evidence)))
                    : StandardOutput.print(ControlText.json(check))
            }
            for capture in check.captures {
                let name = capture.id.map { "\($0) (\(capture.place))" } ?? capture.place
                try StandardOutput.print("\(Self.word(capture.outcome))  \(name)")
                if let instant = capture.deleted {
                    try StandardOutput.print("    deleted by its gateway on \(instant)")
                }
                for finding in capture.findings { try StandardOutput.print("    \(finding.part): \(finding.text)") }
                for line in evidence[capture.place]?.lines ?? [] { try StandardOutput.print("    \(line)") }
            }
            for finding in check.chain.findings { try StandardOutput.print("chain: \(finding.text)") }
            try StandardOutput.print(Self.chain(check))
            for key in check.keys {
                let word = check.isKeyExpected ? "compared with the expected key" : "not compared with a known key"
                try StandardOutput.print("key: \(key) (\(word))")
            }
        } catch {
            throw GatewayError(.inputOutput, "\(error)")
        }
    }

    private static func word(_ outcome: CaptureVerification.Outcome) -> String {
        switch outcome {
        case .valid: "valid       "
        case .brokenChain: "broken chain"
        case .wrongKey: "wrong key   "
        case .altered: "altered     "
        }
    }

    private static func chain(_ check: CaptureVerification) -> String {
        guard let first = check.chain.first, let last = check.chain.last else { return "chain: there is no manifest" }
        let deleted = check.chain.deleted.count
        let gap = check.chain.missing.isEmpty ? "without a gap" : "not here: \(check.gaps)"
        return "chain: numbers \(first) to \(last), \(gap)" + (deleted > 0 ? ", \(deleted) of deleted photos" : "")
    }

    private static func summary(_ check: CaptureVerification) -> String {
        let bad = check.captures.count { $0.outcome != .valid }
        return bad > 0
            ? "\(bad) of \(check.captures.count) photos are not valid"
            : "the photos do not form one chain of one gateway"
    }
}
