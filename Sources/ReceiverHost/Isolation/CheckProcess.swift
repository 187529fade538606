// SPDX-License-Identifier: Apache-2.0

internal import CProcess
package import DaemonRuntime
internal import Glibc

/// A process of this program for trying out a plugin, which may crash or hang without affecting the caller. It writes
/// lines to its standard output. Belongs to the thread that created it: the process is killed when that thread ends.
package final class CheckProcess {
    /// An event of the process.
    package enum Event: Sendable, Hashable {
        /// A line was written.
        case line(String)
        /// The process ended; the associated value describes how, with its last line on standard error.
        case ended(String)
        /// Nothing arrived within the time limit.
        case late
    }

    private let process: ChildProcess
    private var output = ErrorLines(longest: 1 << 18)
    private var errors = ErrorLines()
    private var waiting: [String] = []
    private var isOutputOpen = true
    private var isReaped = false

    /// Starts this program.
    ///
    /// - Parameter arguments: The arguments, for a command that writes through `CheckOutput`.
    /// - Throws: `GatewayError` if the process cannot be started.
    package init(_ arguments: [String]) throws(GatewayError) {
        process = try ChildProcess(program: ChildProcess.ownProgram, arguments)
    }

    deinit { end() }

    /// Returns the next event.
    ///
    /// - Parameter limit: The maximum time to wait.
    package func next(within limit: Duration) -> Event {
        let deadline = ContinuousClock.now.advanced(by: limit)
        while true {
            if !waiting.isEmpty { return .line(waiting.removeFirst()) }
            guard isOutputOpen else { return .ended(reap()) }
            guard ContinuousClock.now < deadline else { return .late }
            var wanted = [
                pollfd(fd: process.reports, events: Int16(POLLIN), revents: 0),
                pollfd(fd: process.errors, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&wanted, 2, 100)
            if wanted[1].revents != 0 { _ = Self.read(process.errors, into: &errors) { _ in } }
            if wanted[0].revents != 0 || process.hasEnded {
                isOutputOpen = Self.read(process.reports, into: &output) { waiting.append($0) } && !process.hasEnded
                if !isOutputOpen { _ = Self.read(process.reports, into: &output) { waiting.append($0) } }
            }
        }
    }

    /// Ends the process and all processes that it started in its group.
    package func end() {
        guard !isReaped else { return }
        process.kill()
        _ = reap()
    }

    private func reap() -> String {
        guard !isReaped else { return "has ended" }
        isReaped = true
        let end = process.reap()
        _ = Self.read(process.errors, into: &errors) { _ in }
        errors.finish { _ in }
        return "\(end)" + (errors.last.map { "; its last output: \($0)" } ?? "")
    }

    /// - Returns: True if more may follow.
    private static func read(_ descriptor: Int32, into lines: inout ErrorLines, _ take: (String) -> Void) -> Bool {
        var room = [UInt8](repeating: 0, count: 16_384)
        // Read a limited number of pieces before checking the clock again, because the process may write endlessly.
        for _ in 0..<16 {
            let count = Glibc.read(descriptor, &room, room.count)
            if count > 0 {
                room.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0.prefix(count)), take) }
                continue
            }
            return count < 0 && (errno == EAGAIN || errno == EINTR)
        }
        return true
    }
}

/// The process's side of a `CheckProcess`. The plugin's standard input and output are redirected to `/dev/null`.
package struct CheckOutput: Sendable {
    private let link: ChildLink

    /// Creates the output; nil if standard output is not a pipe of the process that started this one.
    ///
    /// - Parameter memoryMiB: Maximum private memory of this process in MiB.
    package init?(memoryMiB: Int) {
        guard isatty(STDIN_FILENO) == 0, isatty(STDOUT_FILENO) == 0, let link = ChildLink() else { return nil }
        self.link = link
        gnss_bind_to_parent()
        _ = gnss_limit_memory(UInt64(max(1, memoryMiB)) << 20)
    }

    package func say(_ line: String) {
        link.send(Array((String(line.map { $0.isNewline ? " " : $0 }) + "\n").utf8))
    }
}
