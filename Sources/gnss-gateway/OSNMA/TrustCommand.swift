// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import DaemonRuntime
internal import FoundationEssentials
internal import GNSSTypes
internal import Gateway
internal import GatewayClient
internal import LocalSocket
internal import OSNMAFiles

/// `gnss-gateway osnma trust`.
struct TrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "The public keys and Merkle roots that OSNMA trusts: list, add, remove.",
        discussion: """
            Asks the running daemon, where it holds at once; without one the store is read and written. What is \
            published at https://www.gsc-europa.eu (OSNMA products) is added with 'trust add'; the files in force \
            when this program was built are built in.
            """,
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    /// Asks the daemon, or does it without one.
    static func either<Value: Sendable>(
        _ ask: (ControlClient) async throws -> Value, without: () async throws(GatewayError) -> Value
    ) async throws -> Value {
        do {
            return try await ask(ControlClient())
        } catch ControlClientError.notRunning {
            do throws(GatewayError) {
                return try await without()
            } catch {
                throw Terminal.failure(error)
            }
        } catch let failure as any ProgramError {
            Terminal.say("gnss-gateway: \(failure)")
            throw ExitCode(failure.exitCode)
        }
    }

    /// Prints what was asked for as JSON.
    static func print(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try StandardOutput.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}

extension TrustCommand {
    /// `gnss-gateway osnma trust list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the public keys and Merkle roots that are known, and whether they are trusted.")

        @Flag(help: "As JSON, for programs.")
        var json = false

        @OptionGroup var options: StoreOptions

        func run() async throws {
            let list = try await TrustCommand.either {
                try await $0.trustList()
            } without: { () throws(GatewayError) in
                try OfflineTrust.list(options.stateDirectory)
            }
            if json { return try TrustCommand.print(list) }
            let rows = list.map { report in
                [
                    report.words, report.fingerprint, report.validFrom?.day ?? "", report.validTo?.day ?? "",
                    report.state, report.why, report.source,
                ]
            }
            try StandardOutput.print(
                TextTable(["WHAT", "FINGERPRINT", "FROM", "TO", "STATE", "WHY", "SOURCE"], rows).text)
        }
    }

    /// `gnss-gateway osnma trust add`.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Trust the public keys and Merkle roots of files: all of them or, where one is wrong, none.",
            discussion: """
                Files are the XML of the European GNSS Service Centre (OSNMA_MerkleTree_….xml, OSNMA_PublicKey_….xml) \
                and public keys in PEM. Compare the fingerprints with those that the service centre publishes: what \
                you add here decides what is called authentic. Exits with 65 where a file is wrong.
                """)

        @Option(
            help: ArgumentHelp(
                "PKID of a key in PEM, 0...15; else it is taken from the name of the file (…PKID_2.pem).",
                valueName: "N"))
        var pkid: UInt8?

        @Flag(help: "As JSON, for programs.")
        var json = false

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Files; - is standard input.", valueName: "FILE"))
        var files: [String]

        func validate() throws {
            guard !files.isEmpty else { throw ValidationError("Give at least one FILE, or - for standard input.") }
            if let pkid, pkid > 15 { throw ValidationError("--pkid takes a number of 0...15.") }
        }

        func run() async throws {
            let requests: [TrustRequest]
            do throws(GatewayError) { requests = try read() } catch { throw Terminal.failure(error) }
            let added = try await TrustCommand.either {
                try await $0.trust(requests)
            } without: { () throws(GatewayError) in
                try await OfflineTrust.trust(requests, options.stateDirectory)
            }
            if json { try TrustCommand.print(added) }
            for report in added {
                let remark =
                    report.state == "trusted" ? "is trusted" : "is \(report.state): it is kept, and not used"
                Terminal.say("\(report.words) \(remark): \(report.fingerprint)")
            }
        }

        private func read() throws(GatewayError) -> [TrustRequest] {
            var read: [(file: TrustFile, source: String)] = []
            var problems: [String] = []
            for path in files {
                let file = try TrustMaterial.read(path, pkid: pkid)
                let name = path == "-" ? "standard input" : path
                problems += file.problems.map { $0.description(in: name) }
                if file.isSimulation {
                    problems.append(
                        "\(name) is of a simulation, whose private keys anybody may have; for a bench name its folder in "
                            + "'osnma.trust_directory'")
                }
                read.append((file, String(path.split(separator: "/").last ?? "-")))
            }
            guard problems.isEmpty else {
                let nothing = files.count > 1 ? "\nnothing was added" : ""
                throw GatewayError(.badData, problems.joined(separator: "\n") + nothing)
            }
            // Together the files say of a key of which tree it is.
            return TrustFile.entries(of: read.map(\.file)).map { entry in
                let origin = read.first { $0.file.entries.contains { $0.anchor == entry.anchor } }
                return TrustRequest(entry, source: origin?.source ?? "-")
            }
        }
    }

    /// `gnss-gateway osnma trust remove`.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Trust a public key or a Merkle root no longer, wherever it came from; 'trust add' takes it back."
        )

        @Argument(
            help: ArgumentHelp("Its first digits, at least 8, as 'trust list' shows them.", valueName: "FINGERPRINT"))
        var fingerprint: String

        @Flag(help: "As JSON, for programs.")
        var json = false

        @OptionGroup var options: StoreOptions

        func run() async throws {
            let removed = try await TrustCommand.either {
                try await $0.distrust(fingerprint)
            } without: { () throws(GatewayError) in
                try await OfflineTrust.distrust(fingerprint, options.stateDirectory)
            }
            if json { try TrustCommand.print(removed) }
            Terminal.say("\(removed.words) is trusted no longer: \(removed.fingerprint)")
        }
    }
}

extension TrustReport {
    /// Why it is out of use and when that was heard, for people.
    fileprivate var why: String {
        let words = [
            "renewed": "a newer key took over", "key_revoked": "revoked", "tree_renewed": "a new tree took over",
            "alert": "alert message", "chain_revoked": "revoked",
        ]
        guard let cause else { return "" }
        return (words[cause] ?? cause) + (heard.map { ", \($0.day)" } ?? "")
    }

    /// What it is, for people.
    fileprivate var words: String {
        if let chain { return "chain \(chain) of" }
        guard let pkid else { return kind == "anchor" ? "key or root" : "Merkle root" }
        return "public key PKID \(pkid)" + (type == "ecdsa_p521" ? " (P-521)" : " (P-256)")
    }
}

extension Timestamp {
    /// The date and the hour, for people.
    fileprivate var day: String { String(description.prefix(16)) + "Z" }
}
