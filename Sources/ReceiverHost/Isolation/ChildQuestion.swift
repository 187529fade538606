// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import DriverKit
internal import Glibc
internal import PluginHosting

/// A question to a plugin that must not be loaded in this process: a separate process answers it, within a time
/// limit.
struct ChildQuestion: Sendable {
    /// The program with the command `drivers host`.
    let program: String
    /// The plugin's file.
    let plugin: String
    let memoryMiB: Int

    /// Time limit in nanoseconds for a plugin to describe itself or to check a section. Loading takes a fraction of a
    /// second on an idle machine.
    static let limit: Int64 = 10_000_000_000

    /// The reason why there is no answer.
    enum QuestionError: Error {
        /// The plugin refused, with its own message.
        case refused(isNoDriver: Bool, String)
        /// The process failed or was too slow.
        case broken(String)
    }

    init(program: String, plugin: String, memoryMiB: Int = ChildLimits().memoryMiB) {
        (self.program, self.plugin, self.memoryMiB) = (program, plugin, memoryMiB)
    }

    /// Returns the plugin's description of itself.
    ///
    /// - Throws: `QuestionError` if the plugin refuses, fails or is too slow.
    func description() throws(QuestionError) -> PluginDescription {
        let answer = try ask([], within: Self.limit) { if case .described = $0 { true } else { false } }
        guard case .described(let description) = answer else { throw .broken("it sent no description of itself") }
        return description
    }

    /// Checks whether the plugin can create a driver from a section; the device is not accessed.
    ///
    /// - Returns: The plugin's reason for refusing the section; nil if it accepts it.
    /// - Throws: `QuestionError` if the plugin fails or is too slow.
    func refusal(of configuration: String) throws(QuestionError) -> ConfigurationRefusal? {
        let answer = try ask([.create(configuration: configuration)], within: Self.limit) { report in
            switch report {
            case .created, .createFailed: true
            default: false
            }
        }
        if case .createFailed(let words) = answer { return ConfigurationRefusal(words) }
        return nil
    }

    /// Lets the plugin probe a device.
    ///
    /// - Parameters:
    ///   - device: A path or address.
    ///   - nanoseconds: The maximum listening time, without the time for loading the plugin.
    /// - Throws: `QuestionError` if the plugin refuses, fails or is too slow.
    func finding(on device: String, within nanoseconds: Int64) throws(QuestionError) -> ProbeResult {
        let deadline = ChildClock.nanoseconds + nanoseconds
        let command = HostCommand.probe(device: device, deadlineNanoseconds: deadline)
        let answer = try ask([command], within: nanoseconds + Self.limit) { report in
            if case .finding = report { true } else { false }
        }
        guard case .finding(let certainty, let words) = answer else {
            throw .broken("it sent no result")
        }
        guard let certainty else { throw .refused(isNoDriver: false, words) }
        return ProbeResult(certainty: Int(certainty), text: words)
    }

    /// Sends commands and waits for the first report that is an answer. Afterwards, the process has ended.
    ///
    /// - Throws: `QuestionError` if there is no answer.
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
            throw .broken("its process sent \(Self.mostBytes >> 20) MiB without an answer")
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

    /// Maximum number of bytes read without an answer.
    private static let mostBytes = 4 << 20

    /// Reads until an answer, the deadline, or the maximum number of bytes.
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
        conversation.words.last.map { "; its last output: \($0)" } ?? ""
    }
}
