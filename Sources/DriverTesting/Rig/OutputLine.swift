// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// The behaviour of a simulated receiver.
enum OutputMode: Sendable, Hashable {
    /// Sends nothing.
    case silent
    /// Sends burst by burst.
    case speaking
    /// Sends as fast as the reader reads.
    case flooding
    /// Sends noise as fast as the reader reads.
    case noise
    /// Sends a block of noise several times a second, like a receiver whose rate is not the line's.
    case misread
    /// Sends damaged messages as fast as the reader reads.
    case damaged
    /// Sends half a message, and then one byte repeatedly.
    case endless
}

/// Sends a receiver's output at the other end of a line, on its own thread.
final class OutputLine: Sendable {
    /// The path or address that a driver opens.
    var path: String { end.path }
    private let output: FalseReceiverOutput
    private let end: any LineEnd
    /// Guards the mode and counters, which the line's thread and its user share.
    private let state = Mutex(State())

    private struct State {
        var mode = OutputMode.silent
        var isEnding = false
        /// Nil if the system could not create a thread.
        var thread: WorkerThread?
        var written = 0
        var heard = 0
        var bursts = 0
    }

    /// Creates a sender; nil if `end` is nil.
    init?(_ output: FalseReceiverOutput, _ end: (any LineEnd)?) {
        guard let end else { return nil }
        (self.output, self.end) = (output, end)
        let thread = try? WorkerThread { [self] in run() }
        state.withLock { $0.thread = thread }
    }

    /// The behaviour from now on.
    var mode: OutputMode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// The number of bytes sent.
    var written: Int { state.withLock { $0.written } }

    /// The number of bytes received.
    var heard: Int { state.withLock { $0.heard } }

    /// The number of bursts started.
    var bursts: Int { state.withLock { $0.bursts } }

    /// The number of connections that drivers have made; 0 for a terminal.
    var connections: Int { end.connections }

    /// Closes the connection to the driver, if there is one, and continues; the driver may reconnect.
    func disconnect() { end.disconnect() }

    /// The number of times the output has started again.
    var repeats: Int { output.length.map { bursts / max(1, $0) } ?? 0 }

    /// Sends the next burst on the caller's thread. Use it only while the line is in silent mode.
    func speakOnce() { _ = send(nextBurst()) { false } }

    /// Removes the device.
    func hangUp() {
        state.withLock { $0.isEnding = true }
        // The thread checks every millisecond, and at each write, whether it must end.
        state.withLock(\.thread)?.join()
        end.hangUp()
    }

    private func nextBurst() -> [UInt8] {
        output.burst(
            state.withLock { state in
                defer { state.bursts += 1 }
                return state.bursts
            })
    }

    /// Returns as many bursts as a terminal accepts at once, each changed by `change`.
    private func bursts(_ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<256 where bytes.count < 4096 { bytes += change(nextBurst()) }
        return bytes
    }

    private func run() {
        var noise = Noise(seed: 7)
        var last = OutputMode.silent
        var next = Clock.now
        while !state.withLock({ $0.isEnding }) {
            let mode = mode
            defer { last = mode }
            switch mode {
            // The thread has no other work, so a short sleep between checks suffices, here and below.
            case .silent: usleep(1000)
            case .speaking:
                if Clock.now < next {
                    usleep(1000)
                } else {
                    next = Clock.now + Int64(output.interval) * 1000
                    let patience = next
                    _ = send(nextBurst()) { Clock.now > patience }
                }
            case .flooding: _ = send(bursts { $0 }) { false }
            case .noise: _ = send(noise.block()) { false }
            case .misread:
                if Clock.now < next {
                    usleep(1000)
                } else {
                    next = Clock.now + 200_000_000
                    _ = send(noise.block()) { false }
                }
            case .damaged: _ = send(bursts { noise.damaged($0) }) { false }
            case .endless:
                let burst = last == .endless ? [] : Array(nextBurst().prefix(12))
                _ = send(burst + [UInt8](repeating: UInt8(ascii: "A"), count: 4096)) { false }
            }
            listen()
        }
    }

    /// - Returns: True if everything was sent before the mode changed.
    private func send(_ bytes: [UInt8], _ isLate: () -> Bool) -> Bool {
        let (before, connections) = (mode, connections)
        var done = 0
        while done < bytes.count {
            // A driver that has connected in the meantime must not receive the rest of a message.
            if self.connections != connections, done > 0 { return false }
            let count = bytes[done...].withUnsafeBytes { end.write($0) }
            if count > 0 {
                done += count
                state.withLock { $0.written += count }
                continue
            }
            listen()
            if state.withLock({ $0.isEnding || $0.mode != before }) || isLate() { return false }
            var room = pollfd(fd: end.descriptor, events: Int16(POLLOUT), revents: 0)
            // If no driver has a terminal open, or a connection has ended, `poll` returns at once.
            if poll(&room, 1, 2) > 0, room.revents & Int16(POLLOUT) == 0 { usleep(500) }
        }
        return true
    }

    /// Reads the bytes that the driver has sent.
    private func listen() {
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = end.read(&room)
            guard count > 0 else { return }
            state.withLock { $0.heard += count }
        }
    }
}
