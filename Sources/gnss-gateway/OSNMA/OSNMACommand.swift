// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import GNSSTypes
internal import OSNMA
internal import OSNMAFiles
internal import OSNMATrust
internal import OSNMAValidation
internal import SystemSupport

/// `gnss-gateway osnma`.
struct OSNMACommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "osnma", abstract: "Galileo's Open Service Navigation Message Authentication.",
        subcommands: [OSNMAStatusCommand.self, OSNMAVerifyCommand.self, TrustCommand.self])
}

/// `gnss-gateway osnma verify`.
struct OSNMAVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Examine recordings: show which navigation data Galileo authenticates.",
        discussion: """
            Reads test vectors (CSV as published), Galmon records, recordings and receivers' captures (UBX, SBF), and \
            prints JSON lines: one for each valid tag and the data it authenticates, one for each event, and finally a \
            summary with counters. Several files are treated as one recording, in the given order.

            A recording contains no time that is independent of the signal: data that are reported as authentic may \
            already have been replayed when they were recorded. Exits with 65 if the input contains no I/NAV page.
            """)

    @Option(
        help: ArgumentHelp(
            """
            Directory of trust material: OSNMA_MerkleTree*.xml and OSNMA_PublicKey*.xml from the European GNSS Service \
            Centre, and public keys in PEM (…PKID_2.pem). Then only these files are trusted; if one is invalid, none \
            is. Default: the keys of 'osnma trust list'. Files next to a recording are never trusted by themselves, \
            because they come from the same hands.
            """, valueName: "DIR"))
    var trust: String?

    @Option(
        help: """
            reference: complete subframes of single satellites on E1-B; full: all methods that follow from the \
            specification; fast: also the methods that a receiver uses for an earlier first fix.
            """)
    var profile = Profile.full

    @Option(
        help: """
            The knowledge at the first page: hot: the root keys of the whole recording; warm: public keys; cold: only \
            Merkle roots. The summary states the time to the first authentic fix.
            """)
    var start = Start.hot

    @Option(
        name: .customLong("without"),
        help: ArgumentHelp(
            "Improvement to leave out; repeat the option for several: \(Self.improvementNames).", valueName: "NAME"))
    var without: [String] = []

    @Argument(help: ArgumentHelp("Recordings; - is standard input.", valueName: "FILE"))
    var files: [String]

    enum Start: String, ExpressibleByArgument, CaseIterable {
        case hot, warm, cold

        var mode: StartMode { self == .hot ? .hot : self == .warm ? .warm : .cold }
    }

    @Option(
        help: ArgumentHelp(
            """
            Use words that arrived after their tag if they arrived at least this many seconds before the tag's key: \
            30, or, if the receiver's clock was known to be correct, twice its uncertainty plus 2.
            """, valueName: "SECONDS"))
    var margin = 30

    enum Profile: String, ExpressibleByArgument, CaseIterable {
        case reference, full, fast

        var improvements: Improvements { self == .reference ? .reference : self == .full ? .full : .all }
    }

    static var improvementNames: String { Improvements.names.map(\.name).joined(separator: ", ") }

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("Give at least one FILE, or - for standard input.") }
        guard (0...30).contains(margin) else { throw ValidationError("--margin takes a number from 0 to 30.") }
        for name in without where !Improvements.names.contains(where: { $0.name == name }) {
            throw ValidationError("Unknown improvement '\(name)'; the improvements are \(Self.improvementNames).")
        }
    }

    func run() throws {
        do throws(GatewayError) {
            try examine()
        } catch { throw Terminal.failure(error) }
    }

    private var improvements: Improvements {
        var set = profile.improvements
        for (name, improvement) in Improvements.names where without.contains(name) { set.remove(improvement) }
        return set
    }

    private func examine() throws(GatewayError) {
        let trusted = try trusted()
        var pages: [RecordedPage] = []
        // The usual single file is not copied.
        for file in files { if pages.isEmpty { pages = try Self.pages(file) } else { pages += try Self.pages(file) } }
        guard !pages.isEmpty else {
            throw GatewayError(.badData, "the input contains no dated Galileo I/NAV page")
        }
        let material = trusted(pages.map(\.start).max())
        var output = StandardOutput()
        var failure: GatewayError?
        var listing = OSNMAListing()
        let examination = RecordingExamination(
            improvements: improvements, anchors: material.anchors, start: start.mode, margin: margin,
            withdrawals: material.withdrawals)
        let outcome = examination.run(pages) { event in
            guard failure == nil else { return }
            listing.append(event, to: &output.buffer)
            do throws(GatewayError) { try output.flushLarge() } catch { failure = error }
        }
        if let failure { throw failure }
        listing.appendSummary(
            outcome, trusting: material, profile: profile.rawValue, start: start.rawValue, to: &output.buffer)
        try output.flush()
    }

    /// What to trust for pages, the newest of which is of a given time.
    private func trusted() throws(GatewayError) -> (GST?) -> ExaminedTrust {
        if let trust {
            let material = ExaminedTrust(try TrustMaterial.start(in: trust), from: trust)
            return { _ in material }
        }
        if let folder = TrustMaterial.unusedFolder(of: files) {
            Terminal.say("\(folder) contains trust files, which are not used: give '--trust \(folder)' to trust them")
        }
        let start = try OfflineTrust.start(TrustCommand.folder(nil))
        return { newest in ExaminedTrust(start.examining(upTo: newest), from: "this machine") }
    }

    private static func pages(_ path: String) throws(GatewayError) -> [RecordedPage] {
        let input = try InputFile(path)
        var bytes: [UInt8] = []
        while true {
            let next = try input.read()
            guard !next.isEmpty else { break }
            bytes += next
        }
        do throws(TestVectorFile.VectorError) {
            return try PageFile(bytes, name: path).pages
        } catch { throw GatewayError(.badData, "\(input.name): \(error)") }
    }
}
