// SPDX-License-Identifier: Apache-2.0

internal import ControlModel

/// A command to the recording, with all that distinguishes it from another one. Numbers are those of the named paths.
enum RecordingCommand: Hashable {
    case start(name: String?, user: String?, PathOrder)
    case pause(Int64?)
    case resume(Int64?)
    case stop(Int64?)
    case point(Int64?)
    case centroid(Int64?)
    case undo(Int64?)
}

/// The results of the last commands that had an idempotency key, refusals included. They are in memory only: after a
/// restart of the daemon, a repetition counts as a new command.
struct AnsweredCommands {
    /// The number of results that are kept. A client repeats a command within seconds, so the oldest are not missed.
    static let limit = 64

    private struct Entry {
        var key: IdempotencyKey
        var command: RecordingCommand
        var result: any Sendable
    }

    private var entries: [Entry] = []

    /// Returns the result of the command that had this key; nil if none had it.
    ///
    /// - Throws: `PathError.keyReused` if another command had the key.
    func result<Answer: Sendable>(
        of command: RecordingCommand, _ key: IdempotencyKey
    ) throws(PathError) -> Result<Answer, PathError>? {
        guard let entry = entries.first(where: { $0.key == key }) else { return nil }
        guard entry.command == command, let result = entry.result as? Result<Answer, PathError> else {
            throw .keyReused
        }
        return result
    }

    /// True if a command had this key.
    func contains(_ key: IdempotencyKey) -> Bool { entries.contains { $0.key == key } }

    /// Keeps the result of a command, and drops the oldest one beyond the limit.
    mutating func note<Answer: Sendable>(
        _ result: Result<Answer, PathError>, of command: RecordingCommand, _ key: IdempotencyKey
    ) {
        if entries.count >= Self.limit { entries.removeFirst() }
        entries.append(Entry(key: key, command: command, result: result))
    }
}
