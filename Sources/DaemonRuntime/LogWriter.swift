// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import Logging
internal import Synchronization
internal import SystemSupport

/// Writes log lines to a descriptor on a thread of its own, so that a reader that stops reading, such as a paused pager
/// or a journal that hangs, holds up no part of the daemon.
///
/// Lines are written completely and in order. While the reader does not read, up to `limit` bytes wait. Further lines
/// are dropped, and once the reader continues, one line states how many. A file has no reader that could stop: lines for
/// it are written before `write` returns.
package final class LogWriter: Sendable {
    /// The bytes that may wait, in addition to those that the thread is writing.
    static let limit = 256 << 10

    private struct State {
        var waiting: [UInt8] = []
        /// The lines that were dropped since the last waiting one; 0 if nothing waits.
        var lost = 0
        /// True if the thread writes, or was woken to do so.
        var isBusy = false
        /// True if lines are dropped from now on.
        var isOver = false
        /// True if the callers write: for a file, and if the system has no thread left.
        var isDirect = false
        /// Signalled once everything is written.
        var idle: [DispatchSemaphore] = []
    }

    /// The format of lines for this descriptor.
    let style: LogOutput.Style
    private let descriptor: Int32
    private let state = Mutex(State())
    /// Wakes the thread.
    private let work = DispatchSemaphore(value: 0)

    /// Starts the thread, which runs until `end`.
    ///
    /// - Parameter descriptor: Stays open; by default standard error.
    package init(_ descriptor: Int32 = STDERR_FILENO) {
        self.descriptor = descriptor
        style = LogOutput.isJournal(descriptor) ? .journal : .plain
        if Self.isFile(descriptor) {
            state.withLock { $0.isDirect = true }
            return
        }
        do throws(SystemError) {
            _ = try WorkerThread(named: "log") { [self] in run() }
        } catch {
            state.withLock { $0.isDirect = true }
        }
    }

    private static func isFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Takes complete lines with line ends; returns immediately.
    package func write(_ lines: String) {
        let (wakes, isDirect) = state.withLock { state -> (Bool, Bool) in
            guard !state.isDirect, !state.isOver else { return (false, state.isDirect) }
            // A message longer than the limit is taken alone.
            let fits = state.lost == 0 && state.waiting.count + lines.utf8.count <= Self.limit
            guard fits || state.waiting.isEmpty else {
                state.lost += lines.utf8.count(where: { $0 == 10 })
                return (false, false)
            }
            state.waiting += lines.utf8
            let wasBusy = state.isBusy
            state.isBusy = true
            return (!wasBusy, false)
        }
        if wakes { work.signal() }
        if isDirect { Self.write(Array(lines.utf8), to: descriptor) }
    }

    /// Blocks until everything is written.
    ///
    /// - Parameter limit: The longest wait, because the reader may not read.
    package func flush(within limit: Duration) {
        let idle = DispatchSemaphore(value: 0)
        let isBusy = state.withLock { state -> Bool in
            if state.isBusy { state.idle.append(idle) }
            return state.isBusy
        }
        if isBusy { _ = idle.wait(timeout: .now() + .nanoseconds(Int(limit.wholeNanoseconds))) }
    }

    /// Writes what waits and ends the thread; later lines are dropped.
    ///
    /// - Parameter limit: The longest wait, because the reader may not read.
    package func end(within limit: Duration) {
        state.withLock { $0.isOver = true }
        flush(within: limit)
        work.signal()
    }

    private func run() {
        repeat {
            work.wait()
            while let (bytes, lost) = take() {
                Self.write(bytes, to: descriptor)
                guard lost > 0 else { continue }
                let notice = "log: the reader of this log did not read for a while; lines lost: \(lost)"
                Self.write(Array(LogOutput.lines(.warning, notice, style).utf8), to: descriptor)
            }
        } while !state.withLock({ $0.isOver })
    }

    /// The waiting bytes, and the number of lines that were dropped after them; nil if nothing waits.
    private func take() -> (bytes: [UInt8], lost: Int)? {
        let (batch, done) = state.withLock { state -> ((bytes: [UInt8], lost: Int)?, [DispatchSemaphore]) in
            if state.waiting.isEmpty {
                defer { state.idle = [] }
                state.isBusy = false
                return (nil, state.idle)
            }
            defer { (state.waiting, state.lost) = ([], 0) }
            return ((bytes: state.waiting, lost: state.lost), [])
        }
        for idle in done { idle.signal() }
        return batch
    }

    /// Writes all bytes, and blocks until the reader took them; gives up if the descriptor cannot be written.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            }
            let code = errno
            if count > 0 {
                start += count
                continue
            }
            guard count < 0, code == EINTR || code == EAGAIN else { return }
            // Another program may have made the terminal non-blocking.
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&ready, 1, -1)
        }
    }
}
