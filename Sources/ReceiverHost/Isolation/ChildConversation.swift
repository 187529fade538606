// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import Glibc
internal import PluginHosting
internal import SystemSupport

/// The gateway's end of the communication with a driver's process: commands are sent, reports and standard error
/// received. Belongs to the thread that created it. Buffers at most one frame and 64 KiB.
final class ChildConversation {
    let process: ChildProcess
    private let wakeUp: Int32
    private let outgoing: Int32
    private var reader = PipeReader<ChildReport>()
    private(set) var words = ErrorLines()
    private var unsent: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    /// The time at which the process closed its end of the pipe for reports, in nanoseconds; nil while it is open. The
    /// end of the process closes it, too.
    private(set) var reportsClosed: Int64?
    private var isReportsOpen: Bool { reportsClosed == nil }
    private var areWordsOpen = true

    /// True if the descriptor `wakeUp` ends a wait. It stays readable until it is acknowledged.
    var isWakeable = true

    /// True if a wait ends when there is something to send.
    var isSending = false

    /// Number of bytes that wait for space in the pipe.
    var backlog: Int { unsent.count }

    /// Number of bytes received, reports and standard error.
    private(set) var received = 0

    /// Number of bytes received on standard error, whether or not they formed lines.
    private(set) var heard = 0

    /// - Parameters:
    ///   - wakeUp: A descriptor that ends a wait when it becomes readable; negative for none.
    ///   - outgoing: Another such descriptor, which only counts while `isSending` is true.
    init(_ process: ChildProcess, wakeUp: Int32 = -1, outgoing: Int32 = -1) {
        (self.process, self.wakeUp, self.outgoing) = (process, wakeUp, outgoing)
    }

    /// Sends a command, immediately or as soon as the pipe has space.
    func send(_ command: HostCommand) {
        unsent += command.frame
        flush()
    }

    /// Closes the command pipe, which tells the process to end.
    func finish() { process.closeCommands() }

    /// Returns the next complete report; nil if none exists.
    ///
    /// - Throws: `PipeError` if the process sent an invalid frame.
    func next() throws(PipeError) -> ChildReport? { try reader.next() }

    /// Waits until there is something to read or to do, and reads it.
    ///
    /// - Parameters:
    ///   - nanoseconds: The maximum time to wait.
    ///   - pause: The pipes that are not read now.
    ///   - say: Called with each line of its standard error.
    /// - Returns: True if the process has ended. Its last output may still be in the pipe: see `drain`.
    func wait(atMost nanoseconds: Int64, _ pause: FloodWatch.Pause = FloodWatch.Pause(), _ say: (String) -> Void)
        -> Bool
    {
        let inputs = Int16(POLLIN)
        var wanted = [
            pollfd(fd: pause.reports == 0 && isReportsOpen ? process.reports : -1, events: inputs, revents: 0),
            pollfd(fd: pause.errors == 0 && areWordsOpen ? process.errors : -1, events: inputs, revents: 0),
            pollfd(fd: process.death, events: inputs, revents: 0),
            pollfd(fd: isWakeable ? wakeUp : -1, events: inputs, revents: 0),
            pollfd(fd: unsent.isEmpty ? -1 : process.commands, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: isSending ? outgoing : -1, events: inputs, revents: 0),
        ]
        // Without a descriptor that signals the process's end, poll for it.
        let most = process.death >= 0 ? Int64(60_000) : 100
        let milliseconds = min(max(0, (nanoseconds + 999_999) / 1_000_000), most)
        _ = poll(&wanted, nfds_t(wanted.count), Int32(milliseconds))
        if wanted[0].revents != 0 { readReports() }
        if wanted[1].revents != 0 { readWords(say) }
        if wanted[4].revents != 0 { flush() }
        return process.death >= 0 ? wanted[2].revents != 0 : process.hasEnded
    }

    /// Reads the remaining output of an ended process, one piece from each pipe, because processes that it left
    /// behind may continue writing.
    ///
    /// - Returns: False once there is no more output.
    func drain(_ say: (String) -> Void) -> Bool {
        let hasWords = areWordsOpen && readWords(say)
        if !hasWords { words.finish(say) }
        let hasReports = isReportsOpen && readReports()
        return hasWords || hasReports
    }

    @discardableResult private func readReports() -> Bool {
        let count = read(process.reports)
        if count == 0 { reportsClosed = ChildClock.nanoseconds }
        guard count > 0 else { return false }
        buffer.withUnsafeBytes { reader.append(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        return true
    }

    @discardableResult private func readWords(_ say: (String) -> Void) -> Bool {
        let count = read(process.errors)
        if count == 0 { areWordsOpen = false }
        guard count > 0 else { return false }
        heard &+= count
        buffer.withUnsafeBytes { words.append(UnsafeRawBufferPointer(rebasing: $0.prefix(count)), say) }
        return true
    }

    /// Returns the number of bytes read, 0 at the end; negative if there is nothing now.
    private func read(_ descriptor: Int32) -> Int {
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { received &+= count }
        return count < 0 && errno != EAGAIN && errno != EINTR ? 0 : count
    }

    private func flush() {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes { gnss_write(process.commands, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // A child that no longer reads has ended, or will be ended.
            if count < 0, errno != EAGAIN { unsent.removeAll() }
            guard count > 0 else { return }
            unsent.removeFirst(count)
        }
    }
}

/// The clock by which processes are judged: always the system's, never a replay's.
package enum ChildClock {
    package static var nanoseconds: Int64 { SystemClock.monotonic }
}
