// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CaptureFormat
internal import CommandSupport
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import GatewayClient
internal import MessageTexts
internal import SystemSupport

/// `gnss-gateway capture`.
struct CaptureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture", abstract: "Take sealed photos with the receiver's position, and list and export them.",
        discussion: """
            'gnss-gateway capture --image FILE' waits for the countdown, then stores the image with the position, time \
            and authentication of that moment. Photos must be enabled: 'gnss-gateway settings captures.enabled=true'. \
            'gnss-gateway verify' checks an export on any machine. Each command exits with 69 if no daemon is running or \
            the daemon refuses.
            """,
        subcommands: [
            Take.self, List.self, Show.self, Export.self, PDF.self, Note.self, Revalidate.self, Send.self, Delete.self,
            Key.self,
        ],
        defaultSubcommand: Take.self)

    /// The option for JSON output.
    struct Output: ParsableArguments {
        @Flag(help: "Print JSON.")
        var json = false
    }

    /// A photo on one line, for people.
    static func line(_ photo: CaptureSummary) -> String {
        let place = "\(photo.latitude) \(photo.longitude)"
        let verdict =
            switch photo.verdict.value {
            case .authenticated?: "authenticated"
            case .pending?: "verdict pending"
            case .notAuthenticated?: "not authenticated"
            case nil: photo.verdict.code
            }
        let replay = photo.isReplay ? ", recording or simulation" : ""
        let task = photo.task.map { "  task \($0.shownLine)" } ?? ""
        let note = photo.note.isEmpty ? "" : "  \(photo.note.shownLine)"
        return "\(photo.id)  \(photo.taken)  \(place)  \(verdict)\(replay)\(task)\(sending(photo))\(note)"
    }

    /// How far a photo has got on its way to the back office; empty if it was never sent.
    private static func sending(_ photo: CaptureSummary) -> String {
        switch photo.sent.value {
        case .sent?: "  sent"
        case .sending?: "  sending"
        case .unsent?, nil: photo.sendProblem.map { "  not sent: \($0.text.shownLine)" } ?? ""
        }
    }
}

extension CaptureCommand {
    /// `gnss-gateway capture take`.
    struct Take: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "take", abstract: "Store an image as a photo of this place and moment.",
            discussion: "Exits with 65 if the image is not accepted.")

        @Option(help: ArgumentHelp("The image, a JPEG file; - is standard input.", valueName: "FILE"))
        var image: String

        @Option(help: ArgumentHelp("The receiver; default: the active one.", valueName: "ID"))
        var receiver: String?

        @Option(help: "Seconds until the photo, 0...60; default: captures.countdown_s.")
        var countdown: Double?

        @Option(help: "A note.")
        var note: String?

        @Option(help: ArgumentHelp("The task of the back office that the photo is for.", valueName: "ID"))
        var task: String?

        @OptionGroup var output: Output

        func validate() throws {
            guard countdown.map((0...60).contains) ?? true else {
                throw ValidationError("--countdown takes a number from 0 to 60.")
            }
        }

        func run() async throws {
            let bytes: [UInt8]
            do throws(GatewayError) { bytes = try read() } catch { throw Terminal.failure(error) }
            var request = CaptureRequest(receiver: receiver, countdown: countdown, note: note)
            request.task = task
            let id = try await Daemon.answer { [request] in try await $0.startCapture(request) }.id
            try await wait(for: id)
            let report: CaptureReport
            do {
                report = try await ControlClient().sendImage(bytes, of: id)
            } catch let failure as any ProgramError {
                Terminal.say("gnss-gateway: \(failure)")
                if case ControlClientError.refused(400, _) = failure { throw ExitCode(.badData) }
                throw ExitCode(failure.exitStatus)
            }
            if output.json { return try StandardOutput.print(ControlText.json(report)) }
            if let photo = report.summary { try StandardOutput.print(CaptureCommand.line(photo)) }
        }

        /// Reads the image before the countdown begins.
        private func read() throws(GatewayError) -> [UInt8] {
            let input = try InputFile(image)
            var bytes: [UInt8] = []
            while true {
                let next = try input.read()
                if next.isEmpty { break }
                bytes += next
                guard bytes.count <= JPEGImage.Limit.bytes else { throw Self.refusal(.tooManyBytes(bytes.count)) }
            }
            do throws(ImageError) { _ = try JPEGImage(bytes) } catch { throw Self.refusal(error) }
            return bytes
        }

        private static func refusal(_ error: ImageError) -> GatewayError {
            GatewayError(.badData, CaptureText.message(of: error).text)
        }

        /// Waits until the moment of the photo.
        private func wait(for id: String) async throws {
            var told: Double?
            while true {
                let report = try await Daemon.answer { try await $0.capture(id) }
                switch report.state.value {
                case .countdown?:
                    let left = report.remaining?.rounded(.up) ?? 0
                    if left != told, left > 0 { Terminal.say("photo in \(Int(left)) s") }
                    told = left
                case .waiting?: return
                default:
                    for reason in report.reasons { Terminal.say("gnss-gateway: \(reason.text)") }
                    throw Terminal.failure(GatewayError(.unavailable, "the photo was not taken"))
                }
                // The interface answers at once, so ask ten times a second until the moment has come.
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// `gnss-gateway capture list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List photos, newest first.")

        @Option(help: "Maximum number of photos, 1...1000.")
        var limit = 100

        @Option(help: "Skip this many of the newest.")
        var offset = 0

        @Option(help: ArgumentHelp("Only photos for this task of the back office.", valueName: "ID"))
        var task: String?

        @Flag(help: "Only photos without a task.")
        var noTask = false

        @OptionGroup var output: Output

        func validate() throws {
            guard (1...1000).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 1000.") }
            guard task == nil || !noTask else { throw ValidationError("Give --task or --no-task, not both.") }
            guard offset >= 0 else { throw ValidationError("--offset takes a number of at least 0.") }
        }

        func run() async throws {
            let filter = noTask ? CaptureTaskFilter.none : task.map { .task($0) } ?? .any
            let report = try await Daemon.answer { try await $0.captures(task: filter, limit: limit, offset: offset) }
            if output.json { return try StandardOutput.print(ControlText.json(report)) }
            guard !report.captures.isEmpty else {
                return Terminal.say("no photos; 'gnss-gateway capture --image FILE' takes one")
            }
            for photo in report.captures { try StandardOutput.print(CaptureCommand.line(photo)) }
        }
    }

    /// `gnss-gateway capture show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print all sealed data of a photo as JSON.")

        @Argument(help: "The photo's ID.")
        var id: String

        func run() async throws {
            let file = OutputFile.standard
            try await Daemon.answer { try await $0.part(.record, ofCapture: id) { try file.write($0) } }
            try file.write(Array("\n".utf8))
        }
    }

    /// `gnss-gateway capture export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Export a photo with its data, evidence and seals as a ZIP archive.")

        @Argument(help: "The photo's ID.")
        var id: String

        @Option(
            name: .shortAndLong, help: ArgumentHelp("Output file; default: the ID with .zip.", valueName: "FILE"))
        var output: String?

        @Flag(help: "Overwrite an existing file.")
        var force = false

        func run() async throws {
            do {
                let file = try OutputFile(output ?? "\(id.split(separator: "/").last ?? "photo").zip", overwrite: force)
                try await Daemon.answer { try await $0.part(.export, ofCapture: id) { try file.write($0) } }
                try file.finish()
            } catch let failure as GatewayError {
                throw Terminal.failure(failure)
            }
        }
    }

    /// `gnss-gateway capture pdf`.
    struct PDF: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pdf", abstract: "Write a photo with its data, verdict and map as a PDF for people.",
            discussion: "The PDF is not sealed; 'capture export' is what can be checked.")

        enum Language: String, ExpressibleByArgument, CaseIterable { case en, de, fr }

        @Argument(help: "The photo's ID.")
        var id: String

        @Option(help: "The language of the labels.")
        var language = Language.en

        @Option(
            name: .shortAndLong, help: ArgumentHelp("Output file; default: the ID with .pdf.", valueName: "FILE"))
        var output: String?

        @Flag(help: "Overwrite an existing file.")
        var force = false

        func run() async throws {
            do {
                let file = try OutputFile(output ?? "\(id.split(separator: "/").last ?? "photo").pdf", overwrite: force)
                try await Daemon.answer {
                    try await $0.pdf(ofCapture: id, language: language.rawValue) { try file.write($0) }
                }
                try file.finish()
            } catch let failure as GatewayError {
                throw Terminal.failure(failure)
            }
        }
    }

    /// `gnss-gateway capture note`.
    struct Note: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "note", abstract: "Change a photo's note, as a new sealed revision.")

        @Argument(help: "The photo's ID.")
        var id: String

        @Argument(help: "The note, at most 2000 characters.")
        var note: String

        @OptionGroup var output: Output

        func run() async throws {
            let report = try await Daemon.answer { try await $0.setNote(note, ofCapture: id) }
            if output.json { return try StandardOutput.print(ControlText.json(report)) }
            if let photo = report.summary { try StandardOutput.print(CaptureCommand.line(photo)) }
        }
    }

    /// `gnss-gateway capture revalidate`.
    struct Revalidate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revalidate", abstract: "Judge again whether a photo's position is authenticated.",
            discussion: """
                The gateway does this by itself while Galileo's keys are awaited. Use it after installing a key of \
                Galileo that was missing. A better verdict is sealed as a new revision; an authenticated position \
                stays one.
                """)

        @Argument(help: "The photo's ID.")
        var id: String

        @OptionGroup var output: Output

        func run() async throws {
            let report = try await Daemon.answer { try await $0.judgeAgain(capture: id) }
            if output.json { return try StandardOutput.print(ControlText.json(report)) }
            if let photo = report.summary { try StandardOutput.print(CaptureCommand.line(photo)) }
        }
    }

    /// `gnss-gateway capture delete`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a photo, or cancel one during its countdown.",
            discussion: "A sealed statement of the deletion remains, so that the chain of all photos stays checkable.")

        @Argument(help: "The photo's ID.")
        var id: String

        @Flag(help: "Delete also a photo that was sent to the back office, or whose task can no longer be changed.")
        var sent = false

        @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
        var yes = false

        func run() async throws {
            guard try yes || Question.isConfirmed("Delete the photo \(id) with its evidence?") else {
                Terminal.say("nothing was changed")
                throw ExitCode(.failed)
            }
            try await Daemon.answer { try await $0.deleteCapture(id, includingSent: sent) }
        }
    }

    /// `gnss-gateway capture key`.
    struct Key: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "key", abstract: "Print the gateway's public key, with which 'verify' checks photos.")

        func run() async throws { try await Daemon.ask { try await $0.captureKey() } }
    }
}
