// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// A simulated receiver on a line, which runs on its own thread. If the rates of the two ends differ, both receive
/// garbage.
public final class FalseReceiverLine: Sendable {
    /// The defects of the line.
    public struct Damage: Hashable, Sendable {
        /// One of this many sent bytes is lost; 0 to lose none.
        public var losesEvery = 0
        /// The number of noise bytes between bursts.
        public var noise = 0

        public init() {}
    }

    /// Guards the receiver's state. No two locks of this type are held at the same time.
    private let receiver: Mutex<FalseUBXReceiver>
    /// Guards the defects of the line.
    private let damage: Mutex<Damage>
    private let rate: @Sendable () -> Int?
    private let isEnding = Atomic(false)
    /// Guards the thread, which is nil until it is started.
    private let thread = Mutex<WorkerThread?>(nil)

    /// Connects a receiver to a descriptor.
    ///
    /// - Parameters:
    ///   - receiver: A receiver that has just been switched on.
    ///   - descriptor: A non-blocking descriptor, which must stay open until `end` has returned.
    ///   - interval: Microseconds of real time between epochs, regardless of the receiver's own period.
    ///   - rate: The rate of the other end; nil if the rate has no effect.
    public init(
        _ receiver: FalseUBXReceiver, on descriptor: Int32, interval: Int = 30_000, damage: Damage = Damage(),
        rate: @escaping @Sendable () -> Int? = { nil }
    ) {
        self.receiver = Mutex(receiver)
        self.damage = Mutex(damage)
        self.rate = rate
        let started = try? WorkerThread { [self] in run(descriptor, interval) }
        thread.withLock { $0 = started }
    }

    /// Connects a receiver to a pseudo-terminal.
    ///
    /// - Parameters:
    ///   - terminal: The terminal; its rate matters if the driver takes it for a UART.
    ///   - interval: Microseconds of real time between epochs.
    public convenience init(
        _ receiver: FalseUBXReceiver, on terminal: PseudoTerminal, interval: Int = 30_000, damage: Damage = Damage(),
        hasRate: Bool = false
    ) {
        self.init(receiver, on: terminal.master, interval: interval, damage: damage) {
            hasRate ? terminal.baud : nil
        }
    }

    /// The receiver's current state.
    public var state: FalseUBXReceiver { receiver.withLock { $0 } }

    /// Changes the receiver, for example to cut its power or make it deaf.
    public func change(_ body: (inout FalseUBXReceiver) -> Void) { receiver.withLock { body(&$0) } }

    /// Disconnects the receiver from the line and waits until that is done.
    public func end() {
        isEnding.store(true, ordering: .relaxed)
        thread.withLock(\.self)?.join()
    }

    private func run(_ descriptor: Int32, _ interval: Int) {
        var sent = 0
        var next = now
        var room = [UInt8](repeating: 0, count: 4096)
        while !isEnding.load(ordering: .relaxed) {
            if now >= next {
                let (bytes, baud) = receiver.withLock { ($0.nextEpoch(), $0.baud) }
                send(bytes + noise(sent), at: baud, descriptor, &sent)
                next = now + interval
            }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let answer = poll(&waiting, 1, Int32(max(0, next - now) / 1000 + 1))
            // A terminal whose other end is not open reports a hang-up.
            guard answer > 0, waiting.revents & Int16(POLLIN) != 0 else {
                if answer > 0 { usleep(1000) }
                continue
            }
            let count = read(descriptor, &room, room.count)
            guard count > 0 else { continue }
            take(Array(room.prefix(count)), descriptor, &sent)
        }
    }

    private func take(_ bytes: [UInt8], _ descriptor: Int32, _ sent: inout Int) {
        let (answer, before) = receiver.withLock { receiver in
            // The answer is still sent at the old rate; the rate changes afterwards.
            let baud = receiver.baud
            let isHeard = rate().map { $0 == baud } ?? true
            return (isHeard ? receiver.receive(bytes) : [], baud)
        }
        send(answer, at: before, descriptor, &sent)
    }

    private func send(_ bytes: [UInt8], at baud: Int, _ descriptor: Int32, _ sent: inout Int) {
        let isHeard = rate().map { $0 == baud } ?? true
        var bytes = isHeard ? bytes : bytes.map { ($0 &* 37) | 0x80 }
        let loses = damage.withLock { $0.losesEvery }
        if loses > 0 {
            bytes = bytes.filter { _ in
                sent += 1
                return sent % loses != 0
            }
        }
        var done = 0
        // Wait for a slow reader, but give up if nothing reads.
        for _ in 0..<200 where done < bytes.count && !isEnding.load(ordering: .relaxed) {
            let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { done += count } else { usleep(1000) }
        }
    }

    private func noise(_ seed: Int) -> [UInt8] {
        let count = damage.withLock { $0.noise }
        return (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 73 &+ 11) }
    }

    /// The monotonic clock in microseconds.
    private var now: Int { Int(Clock.now / 1000) }
}
