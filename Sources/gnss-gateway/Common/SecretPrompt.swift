// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway
internal import Glibc
internal import SystemSupport

/// Asks for a secret, without showing what is typed.
enum SecretPrompt {
    /// A line of standard input; at a terminal it is asked for, and what is typed is not shown.
    ///
    /// - Throws: exit code 66 where nothing came, 130 where it was broken off.
    static func read(_ question: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine(), !line.isEmpty else {
                Terminal.say("gnss-gateway: no code on standard input: write it there, or run this in a terminal")
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

    /// What Ctrl-C sends.
    private static let interrupt: Character = "\u{03}"

    /// Runs with the terminal's echo off. Ctrl-C ends the line meanwhile, so that the terminal is never left like that.
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

/// Asks whether something is really meant.
enum Question {
    /// Whether a person is at a terminal.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether a person says yes.
    ///
    /// - Throws: exit code 64 without a terminal to ask on.
    static func isConfirmed(_ question: String) throws -> Bool {
        guard isPossible else {
            Terminal.say("gnss-gateway: cannot ask for confirmation without a terminal: add --yes")
            throw ExitCode(.usage)
        }
        Terminal.say("\(question) [y/N] ", terminator: "")
        return ["y", "yes"].contains((readLine() ?? "").lowercased())
    }
}
