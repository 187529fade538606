// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DaemonRuntime
internal import Gateway
internal import Glibc
internal import SystemSupport

/// Reads secrets without showing the input.
package enum SecretPrompt {
    /// Reads a line of standard input. In a terminal, shows a prompt and hides the input.
    ///
    /// - Parameters:
    ///   - secret: What the secret is, such as `code`, for the error.
    ///   - question: The prompt.
    /// - Throws: Exit code 66 if there is no input, 130 if it was interrupted.
    package static func read(_ secret: String, asking question: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine(), !line.isEmpty else {
                Terminal.say("gnss-gateway: no \(secret) on standard input: write it there, or run this in a terminal")
                throw ExitCode(.noInput)
            }
            return line
        }
        Terminal.say(question, terminator: "")
        defer { Terminal.say("") }
        let line = silently { readLine() }
        guard let line, line.last != Self.interrupt else { throw ExitCode(.interrupted) }
        return line
    }

    /// The character that Ctrl-C sends.
    private static let interrupt: Character = "\u{03}"

    /// Runs with the terminal's echo switched off. Meanwhile, Ctrl-C only ends the line, so that the echo is always
    /// restored.
    private static func silently<Value>(_ body: () -> Value) -> Value {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return body() }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &quiet.c_cc) { $0[Int(VEOL)] = 3 }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        return body()
    }
}

/// Asks for confirmation.
package enum Question {
    /// True if standard input is a terminal.
    package static var isPossible: Bool { isatty(STDIN_FILENO) == 1 }

    /// Returns true if the answer is yes.
    ///
    /// - Throws: Exit code 64 if there is no terminal.
    package static func isConfirmed(_ question: String) throws -> Bool {
        guard isPossible else {
            Terminal.say("gnss-gateway: cannot ask for confirmation without a terminal: add --yes")
            throw ExitCode(.usage)
        }
        Terminal.say("\(question) [y/N] ", terminator: "")
        return ["y", "yes"].contains((readLine() ?? "").lowercased())
    }
}
