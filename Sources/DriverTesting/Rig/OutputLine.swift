// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// What a false receiver does.
enum OutputMode: Sendable, Hashable {
    /// It says nothing.
    case silent
    /// It speaks, burst by burst.
    case speaking
    /// It speaks as fast as it is listened to.
    case flooding
    /// It makes noise as fast as it is listened to.
    case noise
    /// What it says is damaged, as fast as it is listened to.
    case damaged
    /// Half a message, and then one byte again and again.
    case endless
}

/// Sends a receiver's bytes at the other end of a line, on a thread of its own.
final class OutputLine: Sendable {
    /// What a driver opens.
    var path: String { end.path }
    private let output: FalseReceiverOutput
    private let end: any LineEnd
    /// Protects mode and counters, which the line's thread and its user share.
    private let state = Mutex(State())

    private struct State {
        var mode = OutputMode.silent
        var isEnding = false
        /// Nil where the system had none left.
        var thread: WorkerThread?
        var written = 0
        var heard = 0
        var bursts = 0
    }

    /// Nil if there is no line.
    init?(_ output: FalseReceiverOutput, _ end: (any LineEnd)?) {
        guard let end else { return nil }
        (self.output, self.end) = (output, end)
        let thread = try? WorkerThread { [self] in run() }
        state.withLock { $0.thread = thread }
    }

    /// What it does from now on.
    var mode: OutputMode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// How many bytes it has said.
    var written: Int { state.withLock { $0.written } }

    /// How many bytes it was sent.
    var heard: Int { state.withLock { $0.heard } }

    /// How many bursts it has begun to say.
    var bursts: Int { state.withLock { $0.bursts } }

    /// How often a driver has connected to it; 0 for a terminal.
    var connections: Int { end.connections }

    /// Closes the connection to the driver, if the line has one, and goes on: the driver may connect again.
    func disconnect() { end.disconnect() }

    /// How often it has begun again with what it says.
    var repeats: Int { output.length.map { bursts / max(1, $0) } ?? 0 }

    /// Says the next burst, on the caller's thread. For a line that is silent.
    func speakOnce() { _ = send(nextBurst()) { false } }

    /// The device is gone.
    func hangUp() {
        state.withLock { $0.isEnding = true }
        // Its thread looks whether it is to end every millisecond, and at each write.
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

    /// As many bursts as a terminal takes at once.
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
            // A thread that does nothing else: a short sleep between two looks at what is asked of it.
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
            case .damaged: _ = send(bursts { noise.damaged($0) }) { false }
            case .endless:
                let burst = last == .endless ? [] : Array(nextBurst().prefix(12))
                _ = send(burst + [UInt8](repeating: UInt8(ascii: "A"), count: 4096)) { false }
            }
            listen()
        }
    }

    /// - Returns: whether all was said, before it was told to do something else.
    private func send(_ bytes: [UInt8], _ isLate: () -> Bool) -> Bool {
        let (before, connections) = (mode, connections)
        var done = 0
        while done < bytes.count {
            // What is left of a message is not for a driver that has connected since it began.
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

    /// Takes what the driver has sent.
    private func listen() {
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = end.read(&room)
            guard count > 0 else { return }
            state.withLock { $0.heard += count }
        }
    }
}
