// SPDX-License-Identifier: Apache-2.0

public import NIOCore
internal import Synchronization

/// How many clients a server serves at once. Beyond that number the server tells a client why it is not served, and where
/// clients may be idle the one that is idle longest makes room.
public final class ClientLimit: Sendable {
    /// The counters of now.
    public struct Status: Hashable, Sendable {
        /// Clients that are served.
        public var clients = 0
        /// How many can be.
        public var limit = 0
        /// Clients refused since the start, because there were too many.
        public var refused: UInt64 = 0
        /// Idle clients that were closed since the start to make room.
        public var evicted: UInt64 = 0
        /// How often since the start there was no descriptor to spare for a client.
        public var exhausted: UInt64 = 0

        public init() {}
    }

    /// Clients that are refused and still read why; further ones are closed at once.
    static let farewellLimit = 32
    /// How long a client that is refused may take to read why.
    static let farewellTime = TimeAmount.seconds(1)
    /// After how many seconds a client that was refused may try again.
    public static let retryAfter = 10

    /// How many clients are served at once; 1 or more.
    public let limit: Int
    /// Protects the clients' slots and counters. Handlers and channels are called without it.
    private let state = Mutex(State())

    private struct State {
        var guests: [UInt64: Guest] = [:]
        var lastID: UInt64 = 0
        var farewells = 0
        var counters = Status()
        var onRefusal: (@Sendable () -> Void)?
    }

    private struct Guest {
        let channel: (any Channel)?
        /// From when on it may be closed to make room; nil: it is busy.
        var isIdleFrom: NIODeadline?
    }

    /// - Parameter limit: how many clients are served at once; at least 1 is.
    public init(_ limit: Int) { self.limit = max(1, limit) }

    /// The counters of now.
    public var status: Status {
        state.withLock { state in
            var status = state.counters
            (status.clients, status.limit) = (state.guests.count, limit)
            return status
        }
    }

    /// Calls the handler whenever a client is refused or evicted, or there is no descriptor to spare. It must return at once.
    public func onRefusal(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.onRefusal = handler } }

    /// Takes a client in.
    ///
    /// - Parameter channel: gets the event `ClientEviction` when the client has to make room; nil: it never has to.
    /// - Returns: its slot, which is free again once nothing holds it; nil where there are too many.
    public func slot(for channel: (any Channel)? = nil) -> ClientSlot? {
        let (id, victim, handler) = state.withLock { state in
            var victim: (any Channel)?
            if state.guests.count >= limit {
                let now = NIODeadline.now()
                let idle = state.guests.filter {
                    $0.value.channel != nil && ($0.value.isIdleFrom.map { $0 <= now } ?? false)
                }
                let oldest = idle.min { ($0.value.isIdleFrom ?? now, $0.key) < ($1.value.isIdleFrom ?? now, $1.key) }
                guard let oldest else {
                    state.counters.refused += 1
                    return (UInt64?.none, (any Channel)?.none, state.onRefusal)
                }
                victim = oldest.value.channel
                state.guests[oldest.key] = nil
                state.counters.evicted += 1
            }
            state.lastID += 1
            state.guests[state.lastID] = Guest(channel: channel)
            return (state.lastID, victim, victim == nil ? nil : state.onRefusal)
        }
        victim?.triggerUserOutboundEvent(ClientEviction(), promise: nil)
        handler?()
        return id.map { ClientSlot(self, $0) }
    }

    /// Tells a client that has no slot why, and closes it once it has read that, or after a second. On its event loop.
    ///
    /// - Parameter words: written as they are.
    public func turnAway(_ channel: any Channel, telling words: ByteBuffer) {
        channel.writeAndFlush(words, promise: nil)
        guard let farewell = farewell() else {
            channel.close(promise: nil)
            return
        }
        // Closed as a whole while something of the client is unread, the system would take back what was written.
        channel.close(mode: .output, promise: nil)
        let end = channel.eventLoop.scheduleTask(in: Self.farewellTime) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in
            end.cancel()
            withExtendedLifetime(farewell) {}
        }
    }

    /// Room for a client that is refused and still reads why; nil: it has to be closed at once.
    public func farewell() -> ClientFarewell? {
        let hasRoom = state.withLock { state in
            guard state.farewells < Self.farewellLimit else { return false }
            state.farewells += 1
            return true
        }
        return hasRoom ? ClientFarewell(self) : nil
    }

    fileprivate func setIdle(_ id: UInt64, from time: NIODeadline?) {
        state.withLock { $0.guests[id]?.isIdleFrom = time }
    }

    fileprivate func leave(_ id: UInt64) { state.withLock { _ = $0.guests.removeValue(forKey: id) } }

    fileprivate func endFarewell() { state.withLock { $0.farewells -= 1 } }

    /// There was no descriptor to spare for a client.
    func noteExhaustion() {
        let handler = state.withLock { state in
            state.counters.exhausted += 1
            return state.onRefusal
        }
        handler?()
    }
}

/// The slot of a client that is served.
public final class ClientSlot: Sendable {
    private let limit: ClientLimit
    private let id: UInt64

    fileprivate init(_ limit: ClientLimit, _ id: UInt64) { (self.limit, self.id) = (limit, id) }

    deinit { limit.leave(id) }

    /// The client does nothing, and may be closed from then on where another one needs its slot.
    public func setIdle(from time: NIODeadline) { limit.setIdle(id, from: time) }

    /// The client is being served.
    public func setBusy() { limit.setIdle(id, from: nil) }
}

/// Room for a client that reads why it is refused.
public final class ClientFarewell: Sendable {
    private let limit: ClientLimit
    fileprivate init(_ limit: ClientLimit) { self.limit = limit }
    deinit { limit.endFarewell() }
}

/// Sent down the pipeline of an idle client that has to make room, or takes nothing of what it is sent.
public struct ClientEviction: Sendable {
    public init() {}
}
