// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import DriverKit
internal import Glibc
internal import PluginHosting

/// One question to a plugin that is not to be opened here: a process of its own answers it, in limited time.
struct ChildQuestion: Sendable {
    /// The program with the command `drivers host`.
    let program: String
    /// The plugin's file.
    let plugin: String
    let memoryMiB: Int

    /// How long a plugin may take to say what it is, or whether it takes a section. Loading takes a fraction of a second
    /// on an idle machine.
    static let limit: Int64 = 10_000_000_000

    /// Why there is no answer.
    enum QuestionError: Error {
        /// The plugin said so, in these words.
        case refused(isNoDriver: Bool, String)
        /// The process broke down, or was too slow.
        case broken(String)
    }

    init(program: String, plugin: String, memoryMiB: Int = ChildLimits().memoryMiB) {
        (self.program, self.plugin, self.memoryMiB) = (program, plugin, memoryMiB)
    }

    /// What the plugin says of itself.
    func description() throws(QuestionError) -> PluginDescription {
        let answer = try ask([], within: Self.limit) { if case .described = $0 { true } else { false } }
        guard case .described(let description) = answer else { throw .broken("it does not describe itself") }
        return description
    }

    /// Whether the plugin makes a driver of a section; the device is not touched.
    ///
    /// - Returns: why not, in its words; nil: it does.
    func refusal(of configuration: String) throws(QuestionError) -> String? {
        let answer = try ask([.create(configuration: configuration)], within: Self.limit) { report in
            switch report {
            case .created, .createFailed: true
            default: false
            }
        }
        if case .createFailed(let words) = answer { return words }
        return nil
    }

    /// What the plugin hears on a device.
    ///
    /// - Parameters:
    ///   - device: a path or address.
    ///   - nanoseconds: how long it may listen; loading it is not counted.
    func finding(on device: String, within nanoseconds: Int64) throws(QuestionError) -> ProbeResult {
        let deadline = ChildClock.nanoseconds + nanoseconds
        let command = HostCommand.probe(device: device, deadlineNanoseconds: deadline)
        let answer = try ask([command], within: nanoseconds + Self.limit) { report in
            if case .finding = report { true } else { false }
        }
        guard case .finding(let certainty, let words) = answer else {
            throw .broken("it does not report what it found")
        }
        guard let certainty else { throw .refused(isNoDriver: false, words) }
        return ProbeResult(certainty: Int(certainty), text: words)
    }

    /// Asks, and waits for the first report that is an answer. The process is gone afterwards.
    func ask(
        _ commands: [HostCommand], within nanoseconds: Int64, until isAnswer: (ChildReport) -> Bool
    ) throws(QuestionError) -> ChildReport {
        let process: ChildProcess
        do throws(GatewayError) {
            process = try ChildProcess(program: program, plugin: plugin, memoryMiB: memoryMiB)
        } catch {
            throw .broken(error.description)
        }
        let conversation = ChildConversation(process)
        for command in commands { conversation.send(command) }
        let answer = Self.listen(to: conversation, until: ChildClock.nanoseconds + nanoseconds, isAnswer)
        let end = process.reap()
        switch answer {
        case .success(.refused(let isNoDriver, let words)): throw .refused(isNoDriver: isNoDriver, words)
        case .success(let report): return report
        case .failure(.died): throw .broken("its process \(end)" + Self.lastWords(conversation))
        case .failure(.flood):
            throw .broken("its process sent \(Self.mostBytes >> 20) MiB that are not an answer")
        case .failure(.late): throw .broken("no answer within \(nanoseconds / 1_000_000_000) s")
        case .failure(.wrong(let error)): throw .broken("its process sent \(error)")
        }
    }

    private enum Silence: Error {
        case died
        case late
        case flood
        case wrong(PipeError)
    }

    /// A plugin that talks without end is read so far, in bytes.
    private static let mostBytes = 4 << 20

    /// Reads to the time limit, and to that of bytes.
    private static func listen(
        to conversation: ChildConversation, until deadline: Int64, _ isAnswer: (ChildReport) -> Bool
    ) -> Result<ChildReport, Silence> {
        var hasEnded = false
        do throws(PipeError) {
            while true {
                while let report = try conversation.next() {
                    if case .refused = report { return .success(report) }
                    if isAnswer(report) { return .success(report) }
                }
                let left = deadline - ChildClock.nanoseconds
                guard left > 0 else { return .failure(.late) }
                guard conversation.received < Self.mostBytes else { return .failure(.flood) }
                if hasEnded {
                    guard conversation.drain({ _ in }) else { return .failure(.died) }
                } else {
                    hasEnded = conversation.wait(atMost: left) { _ in }
                }
            }
        } catch {
            return .failure(.wrong(error))
        }
    }

    private static func lastWords(_ conversation: ChildConversation) -> String {
        conversation.words.last.map { "; its last words: \($0)" } ?? ""
    }
}
