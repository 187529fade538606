// SPDX-License-Identifier: Apache-2.0

internal import CProcess
package import DaemonRuntime
internal import Glibc

/// A process of this program in which a plugin is tried out: it may crash or hang without harm. It says lines on its
/// standard output. Belongs to the thread that made it: the process is killed when that thread ends.
package final class CheckProcess {
    /// What comes of it.
    package enum Event: Sendable, Hashable {
        /// It said a line.
        case line(String)
        /// It has ended, and how, with its last words on standard error.
        case ended(String)
        /// Nothing came in time.
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
    /// - Parameter arguments: of a command that speaks through `CheckOutput`.
    /// - Throws: `GatewayError` where it cannot be started.
    package init(_ arguments: [String]) throws(GatewayError) {
        process = try ChildProcess(program: ChildProcess.ownProgram, arguments)
    }

    deinit { end() }

    /// The next thing that comes of it.
    ///
    /// - Parameter limit: how long at most it is waited for.
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

    /// Ends it, and whatever it started in its group.
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
        return "\(end)" + (errors.last.map { "; its last words: \($0)" } ?? "")
    }

    /// - Returns: whether more may come.
    private static func read(_ descriptor: Int32, into lines: inout ErrorLines, _ take: (String) -> Void) -> Bool {
        var room = [UInt8](repeating: 0, count: 16_384)
        // Some pieces, then the clock is looked at again: it may write without end.
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

/// The same process, seen from within. The plugin finds `/dev/null` in the place of standard input and output.
package struct CheckOutput: Sendable {
    private let link: ChildLink

    /// Nil where standard output is not a pipe of the process that started this one.
    ///
    /// - Parameter memoryMiB: how much private memory this process may have.
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
