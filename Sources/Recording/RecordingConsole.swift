// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Tells a person how something long goes: on a terminal one line that is rewritten, elsewhere nothing until the end.
public final class RecordingConsole: Sendable {
    private let descriptor: Int32
    private let isTerminal: Bool
    /// Whether an unfinished line is on the terminal. Held while the terminal is written to, so that lines do not mix.
    private let hasLine = Mutex(false)

    /// A console on a descriptor; standard error where none is given.
    public init(descriptor: Int32 = 2) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    /// Shows how far it is. To be given to `Recorder.run`.
    public func show(_ progress: RecordingProgress) { show(words: progress.description) }

    /// Shows how far it is.
    public func show(words: String) {
        guard isTerminal else { return }
        hasLine.withLock { hasLine in
            put("\r\(words)\u{1B}[K")
            hasLine = true
        }
    }

    /// Takes away what was shown.
    public func clear() {
        hasLine.withLock { hasLine in
            if hasLine { put("\r\u{1B}[K") }
            hasLine = false
        }
    }

    /// Writes the last words, a summary or an error, on a line of their own.
    public func end(_ words: some CustomStringConvertible) {
        hasLine.withLock { hasLine in
            put(hasLine ? "\r\u{1B}[K\(words)\n" : "\(words)\n")
            hasLine = false
        }
    }

    private func put(_ text: String) {
        var text = text
        // If this fails, the terminal is gone.
        text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
    }
}
