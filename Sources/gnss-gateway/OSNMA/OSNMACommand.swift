// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import GNSSTypes
internal import Gateway
internal import OSNMA
internal import OSNMAFiles

/// `gnss-gateway osnma`.
struct OSNMACommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "osnma", abstract: "Galileo's navigation message authentication.",
        subcommands: [OSNMAStatusCommand.self, OSNMAVerifyCommand.self, TrustCommand.self])
}

/// `gnss-gateway osnma verify`.
struct OSNMAVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Examine recordings: which navigation data does Galileo authenticate?",
        discussion: """
            Reads test vectors (CSV as published), Galmon records and captures of receivers (UBX, SBF), and prints JSON \
            lines: one for each right tag and the data it authenticates, one for each event, and last a summary with \
            counters. Several files are one recording, in the order given.

            Recordings bring no time from outside: what is authentic now may have been replayed when it was recorded. \
            Exits with 65 where there is no page of I/NAV in the input.
            """)

    @Option(
        help: ArgumentHelp(
            """
            Folder with the trust material: OSNMA_MerkleTree*.xml and OSNMA_PublicKey*.xml of the European GNSS Service \
            Centre, public keys in PEM (…PKID_2.pem); nothing else is trusted then, and nothing at all if one of the files \
            is wrong. Without it the files of that kind beside the \
            first recording, and where there are none what 'osnma trust list' shows.
            """, valueName: "DIR"))
    var trust: String?

    @Option(
        help: """
            reference: complete subframes of single satellites on E1-B; full: all that can be authenticated by rule; fast: \
            what a receiver tries besides, to have its first fix earlier.
            """)
    var profile = Profile.full

    @Option(
        help: """
            What is known at the first page: hot: the root keys of the whole recording; warm: public keys; cold: Merkle \
            roots alone. The summary tells how long the first authentic fix takes.
            """)
    var start = Start.hot

    @Option(
        name: .customLong("without"), parsing: .upToNextOption,
        help: ArgumentHelp("Improvements to leave out: \(Self.improvementNames).", valueName: "NAME"))
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
            Words that came after their tag count if they came so many seconds before its key: 30, or less where the \
            receiver's clock was known to be right, twice its uncertainty and 2.
            """, valueName: "SECONDS"))
    var margin = 30

    enum Profile: String, ExpressibleByArgument, CaseIterable {
        case reference, full, fast

        var improvements: Improvements { self == .reference ? .reference : self == .full ? .full : .all }
    }

    static var improvementNames: String { Improvements.names.map(\.name).joined(separator: ", ") }

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("Give at least one FILE, or - for standard input.") }
        guard (0...30).contains(margin) else { throw ValidationError("--margin takes a number of 0...30.") }
        for name in without where !Improvements.names.contains(where: { $0.name == name }) {
            throw ValidationError("There is no improvement '\(name)'; there are \(Self.improvementNames).")
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
        let anchors = try anchors()
        var pages: [RecordedPage] = []
        for file in files { pages += try Self.pages(file) }
        guard !pages.isEmpty else {
            throw GatewayError(.badData, "there is no dated page of Galileo I/NAV in the input")
        }
        var output = StandardOutput()
        var failure: GatewayError?
        var listing = OSNMAListing()
        let examination = RecordingExamination(
            improvements: improvements, anchors: anchors, start: start.mode, margin: margin)
        let outcome = examination.run(pages) { event in
            guard failure == nil else { return }
            listing.append(event, to: &output.buffer)
            do throws(GatewayError) { try output.flushLarge() } catch { failure = error }
        }
        if let failure { throw failure }
        listing.appendSummary(outcome, profile: profile.rawValue, start: start.rawValue, to: &output.buffer)
        try output.flush()
    }

    private func anchors() throws(GatewayError) -> TrustAnchors {
        if let trust { return try TrustMaterial.anchors(in: trust) }
        let beside = TrustMaterial.folder(of: files)
        if try TrustMaterial.isIn(beside) {
            Terminal.say("trusted is what the files in \(beside) say; name another folder with --trust")
            return try TrustMaterial.anchors(in: beside)
        }
        return try OfflineTrust.anchors(nil)
    }

    private static func pages(_ path: String) throws(GatewayError) -> [RecordedPage] {
        let input = try InputFile(path)
        var bytes: [UInt8] = []
        while true {
            let next = try input.read()
            guard !next.isEmpty else { break }
            bytes += next
        }
        try input.refuseRecording(bytes)
        do throws(TestVectorFile.Failure) {
            return try PageFile(bytes, name: path).pages
        } catch { throw GatewayError(.badData, "\(input.name): \(error)") }
    }
}
