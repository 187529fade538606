// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Shows the progress of a long operation: on a terminal as one line that is rewritten, elsewhere not at all.
public final class RecordingConsole: Sendable {
    private let descriptor: Int32
    private let isTerminal: Bool
    /// True if an unfinished line is on the terminal. Held while the terminal is written to, so that lines do not mix.
    private let hasLine = Mutex(false)

    /// Creates a console on a descriptor; by default standard error.
    public init(descriptor: Int32 = 2) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    /// Shows the progress of a recording. Can be passed to `Recorder.run`.
    public func show(_ progress: RecordingProgress) { show(words: progress.description) }

    /// Shows the progress as a text.
    public func show(words: String) {
        guard isTerminal else { return }
        hasLine.withLock { hasLine in
            put("\r\(words)\u{1B}[K")
            hasLine = true
        }
    }

    /// Removes the progress line.
    public func clear() {
        hasLine.withLock { hasLine in
            if hasLine { put("\r\u{1B}[K") }
            hasLine = false
        }
    }

    /// Writes a final message, a summary or an error, on its own line.
    public func end(_ words: some CustomStringConvertible) {
        hasLine.withLock { hasLine in
            put(hasLine ? "\r\u{1B}[K\(words)\n" : "\(words)\n")
            hasLine = false
        }
    }

    private func put(_ text: String) {
        var text = text
        // A failure means that the terminal has been closed.
        text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
    }
}
