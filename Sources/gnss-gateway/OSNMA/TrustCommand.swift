// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import DaemonRuntime
internal import FoundationEssentials
internal import GNSSTypes
internal import GatewayClient
internal import LocalSocket
internal import OSNMAFiles
internal import OSNMATrust
internal import SystemSupport

/// `gnss-gateway osnma trust`.
struct TrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "List, add and remove the public keys and Merkle roots that OSNMA trusts.",
        discussion: """
            Changes take effect at once in the running daemon; if none is running, the store is read and written \
            directly, and its folder is printed: without --state-directory and $STATE_DIRECTORY, that of this user's \
            own store if there is one, otherwise that of the service. Only the account to which the folder belongs can \
            change it then: 'sudo -u gnss-gateway gnss-gateway osnma trust …'.

            The files that were valid when this program was built are built in; add newer ones from \
            https://www.gsc-europa.eu (OSNMA products) with 'trust add'.
            """,
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    /// Sends a request to the daemon, or does the work in this process if no daemon is running.
    ///
    /// - Throws: The exit code, after writing the reason to standard error.
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
            throw ExitCode(failure.exitStatus)
        }
    }

    /// The state folder for work without the daemon. It is also printed, because another user may find another store.
    ///
    /// - Throws: `GatewayError` if there is no folder, or if it must not say which keys are trusted.
    static func folder(_ named: String?, isChanged: Bool = false) throws(GatewayError) -> String {
        let folder = try OfflineTrust.folder(named, isChanged: isChanged)
        Terminal.say("state folder: \(OfflineTrust.description(of: folder))")
        return folder
    }

    /// Prints a value as JSON.
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
            commandName: "list", abstract: "List the known public keys and Merkle roots, and whether they are trusted.")

        @Flag(help: "Print JSON, for programs.")
        var json = false

        @OptionGroup var options: StoreOptions

        func run() async throws {
            let list = try await TrustCommand.either {
                try await $0.trustList()
            } without: { () throws(GatewayError) in
                try OfflineTrust.list(TrustCommand.folder(options.stateDirectory))
            }
            if json { return try TrustCommand.print(list) }
            let rows = list.map { report in
                [
                    report.words, report.fingerprint, report.validFrom?.day ?? "", report.validTo?.day ?? "",
                    report.state.code, report.why, report.source,
                ]
            }
            try StandardOutput.print(
                TextTable(["WHAT", "FINGERPRINT", "FROM", "TO", "STATE", "WHY", "SOURCE"], rows).text)
        }
    }

    /// `gnss-gateway osnma trust add`.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Trust the public keys and Merkle roots in files; if one is invalid, none is added.",
            discussion: """
                Accepts the European GNSS Service Centre's XML files (OSNMA_MerkleTree_….xml, OSNMA_PublicKey_….xml) \
                and public keys in PEM. Compare the fingerprints with those that the service centre publishes: the \
                keys that you add decide which data count as authentic. Exits with 65 if a file is invalid.
                """)

        @Option(
            help: ArgumentHelp(
                "PKID of a PEM key, 0...15; default: taken from the file name (…PKID_2.pem).",
                valueName: "N"))
        var pkid: UInt8?

        @Flag(help: "Print JSON, for programs.")
        var json = false

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("Files; - is standard input.", valueName: "FILE"))
        var files: [String]

        func validate() throws {
            guard !files.isEmpty else { throw ValidationError("Give at least one FILE, or - for standard input.") }
            if let pkid, pkid > 15 { throw ValidationError("--pkid takes a number from 0 to 15.") }
        }

        func run() async throws {
            let requests: [TrustRequest]
            do throws(GatewayError) { requests = try read() } catch { throw Terminal.failure(error) }
            let added = try await TrustCommand.either {
                try await $0.trust(requests)
            } without: { () throws(GatewayError) in
                try await OfflineTrust.trust(
                    requests, TrustCommand.folder(options.stateDirectory, isChanged: true))
            }
            if json { try TrustCommand.print(added) }
            for report in added {
                let remark =
                    report.state == .trusted ? "is trusted" : "is \(report.state): stored but not used"
                Terminal.say("\(report.words) \(remark): \(report.fingerprint)")
            }
        }

        private func read() throws(GatewayError) -> [TrustRequest] {
            var read: [(file: TrustFile, source: String)] = []
            var errors: [String] = []
            for path in files {
                let file = try TrustMaterial.read(path, pkid: pkid)
                let name = path == "-" ? "standard input" : path
                errors += file.errors.map { $0.description(in: name) }
                if file.isSimulation {
                    errors.append(
                        "\(name) belongs to a simulation, whose private keys are public; for tests, name its folder in "
                            + "'osnma.trust_directory'")
                }
                read.append((file, String(path.split(separator: "/").last ?? "-")))
            }
            guard errors.isEmpty else {
                let nothing = files.count > 1 ? "\nnothing was added" : ""
                throw GatewayError(.badData, errors.joined(separator: "\n") + nothing)
            }
            // One file may contain the tree to which a key in another file belongs.
            return TrustFile.entries(of: read.map(\.file)).map { entry in
                let origin = read.first { $0.file.entries.contains { $0.anchor == entry.anchor } }
                return TrustRequest(entry, source: origin?.source ?? "-")
            }
        }
    }

    /// `gnss-gateway osnma trust remove`.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Stop trusting a public key or Merkle root, whatever its source; 'trust add' restores it."
        )

        @Argument(
            help: ArgumentHelp("The first 8 or more digits, as in 'trust list'.", valueName: "FINGERPRINT"))
        var fingerprint: String

        @Flag(help: "Print JSON, for programs.")
        var json = false

        @OptionGroup var options: StoreOptions

        func run() async throws {
            let removed = try await TrustCommand.either {
                try await $0.distrust(fingerprint)
            } without: { () throws(GatewayError) in
                try await OfflineTrust.distrust(
                    fingerprint, TrustCommand.folder(options.stateDirectory, isChanged: true))
            }
            if json { try TrustCommand.print(removed) }
            Terminal.say("\(removed.words) is no longer trusted: \(removed.fingerprint)")
        }
    }
}

extension TrustReport {
    /// The reason that the anchor is no longer in use, and when it was received, for people.
    fileprivate var why: String {
        guard let cause else { return "" }
        let words =
            switch cause {
            case .known(.renewed): "replaced by a newer key"
            case .known(.keyRevoked), .known(.chainRevoked): "revoked"
            case .known(.treeRenewed): "replaced by a new tree"
            case .known(.alert): "alert message"
            case .other(let code): code
            }
        return words + (heard.map { ", \($0.day)" } ?? "")
    }

    /// A description of the anchor for people.
    fileprivate var words: String {
        if let chain { return "chain \(chain) of" }
        guard let pkid else { return kind == .anchor ? "key or root" : "Merkle root" }
        let curve =
            switch type {
            case .known(.p521): "P-521"
            case .known(.p256), nil: "P-256"
            case .other(let code): code
            }
        return "public key PKID \(pkid) (\(curve))"
    }
}

extension Timestamp {
    /// The date and the time to the minute, for people.
    fileprivate var day: String { String(description.prefix(16)) + "Z" }
}
