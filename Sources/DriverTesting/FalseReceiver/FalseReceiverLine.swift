// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// A false receiver on a line, on a thread of its own. At another rate than its own, garbage is heard of it and by it.
public final class FalseReceiverLine: Sendable {
    /// What is wrong with the line.
    public struct Damage: Hashable, Sendable {
        /// Every so many bytes that it sends one is lost; 0: none.
        public var losesEvery = 0
        /// So many bytes of noise are between its bursts.
        public var noise = 0

        public init() {}
    }

    /// Protects the receiver's state. No two locks of this type are held at a time.
    private let receiver: Mutex<FalseUBXReceiver>
    /// Protects what is damaged on the way.
    private let damage: Mutex<Damage>
    private let rate: @Sendable () -> Int?
    private let isEnding = Atomic(false)
    /// Protects the thread, nil until it was started.
    private let thread = Mutex<WorkerThread?>(nil)

    /// Puts a receiver on a descriptor.
    ///
    /// - Parameters:
    ///   - receiver: as it is switched on.
    ///   - descriptor: does not block; stays open until `end` has returned.
    ///   - interval: from one epoch to the next, in microseconds of real time, whatever the receiver's own period is.
    ///   - rate: that of the other end; nil where the rate is without effect.
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

    /// Puts a receiver on a pseudo-terminal.
    ///
    /// - Parameters:
    ///   - terminal: its rate counts where it is taken for a UART.
    ///   - interval: from one epoch to the next, in microseconds of real time.
    public convenience init(
        _ receiver: FalseUBXReceiver, on terminal: PseudoTerminal, interval: Int = 30_000, damage: Damage = Damage(),
        hasRate: Bool = false
    ) {
        self.init(receiver, on: terminal.master, interval: interval, damage: damage) {
            hasRate ? terminal.baud : nil
        }
    }

    /// The receiver as it is now.
    public var state: FalseUBXReceiver { receiver.withLock { $0 } }

    /// Does something to the receiver: cuts its power, makes it deaf.
    public func change(_ body: (inout FalseUBXReceiver) -> Void) { receiver.withLock { body(&$0) } }

    /// Takes it off the line, and waits until it is.
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
            // A terminal whose other end nobody has open says that it is hung up.
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
            // Its rate changes behind the answer, which still comes at the old one.
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
        // A reader that is behind is waited for, one that is not there is not.
        for _ in 0..<200 where done < bytes.count && !isEnding.load(ordering: .relaxed) {
            let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { done += count } else { usleep(1000) }
        }
    }

    private func noise(_ seed: Int) -> [UInt8] {
        let count = damage.withLock { $0.noise }
        return (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 73 &+ 11) }
    }

    /// Microseconds of the monotonic clock.
    private var now: Int { Int(Clock.now / 1000) }
}
