// SPDX-License-Identifier: Apache-2.0

public import NIOCore
internal import Synchronization

/// Limits the number of clients that a server serves at once. Further clients receive the reason and are disconnected.
/// In a server whose clients may be idle, the client that has been idle longest is disconnected instead.
public final class ClientLimit: Sendable {
    /// The current counters.
    public struct Status: Hashable, Sendable {
        /// The number of clients being served.
        public var clients = 0
        /// The largest number of clients.
        public var limit = 0
        /// The number of clients refused since the start because there were too many.
        public var refused: UInt64 = 0
        /// The number of idle clients disconnected since the start to make room.
        public var evicted: UInt64 = 0
        /// The number of times since the start that no descriptor was free for a client.
        public var exhausted: UInt64 = 0

        public init() {}
    }

    /// The largest number of refused clients that are still reading the reason; further ones are disconnected
    /// immediately.
    static let farewellLimit = 32
    /// The longest time that a refused client may take to read the reason.
    static let farewellTime = TimeAmount.seconds(1)
    /// The number of clients that is called a crowd: their buffers are worth returning to the system.
    static let leastCrowd = 64
    /// The seconds after which a refused client may try again.
    public static let retryAfter = 10

    /// The largest number of clients, at least 1.
    public let limit: Int
    /// Protects the clients' slots and counters. Handlers and channels are called without holding it.
    private let state = Mutex(State())

    private struct State {
        var guests: [UInt64: Guest] = [:]
        var lastID: UInt64 = 0
        var farewells = 0
        var counters = Status()
        var onRefusal: (@Sendable () -> Void)?
        var onCrowdGone: (@Sendable () -> Void)?
        /// The largest number of clients since the last call of `onCrowdGone`.
        var crowd = 0
    }

    private struct Guest {
        let channel: (any Channel)?
        /// The time from which the client may be disconnected to make room; nil while it is busy.
        var isIdleFrom: NIODeadline?
    }

    /// - Parameter limit: The largest number of clients; values below 1 count as 1.
    public init(_ limit: Int) { self.limit = max(1, limit) }

    /// The current counters.
    public var status: Status {
        state.withLock { state in
            var status = state.counters
            (status.clients, status.limit) = (state.guests.count, limit)
            return status
        }
    }

    /// Sets a handler that is called when a client is refused or evicted, or no descriptor is free. It must return
    /// immediately.
    public func onRefusal(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.onRefusal = handler } }

    /// Sets a handler that is called when most of at least 64 clients have left. It must return immediately.
    public func onCrowdGone(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.onCrowdGone = handler } }

    /// Assigns a slot to a client.
    ///
    /// - Parameter channel: Receives the event `ClientEviction` if the client must make room; nil if it never has to.
    /// - Returns: The slot, which is freed when it is released; nil if there are too many clients.
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
            state.crowd = max(state.crowd, state.guests.count)
            return (state.lastID, victim, victim == nil ? nil : state.onRefusal)
        }
        victim?.triggerUserOutboundEvent(ClientEviction(), promise: nil)
        handler?()
        return id.map { ClientSlot(self, $0) }
    }

    /// Sends the reason to a client without a slot, and disconnects the client once it has read the reason, or after a
    /// second. Call it on the client's event loop.
    ///
    /// - Parameter words: The bytes to send.
    public func turnAway(_ channel: any Channel, telling words: ByteBuffer) {
        channel.writeAndFlush(words, promise: nil)
        guard let farewell = farewell() else {
            channel.close(promise: nil)
            return
        }
        // Close only the output: if the whole connection were closed while data of the client are unread, the system
        // would discard the sent bytes.
        channel.close(mode: .output, promise: nil)
        let end = channel.eventLoop.scheduleTask(in: Self.farewellTime) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in
            end.cancel()
            withExtendedLifetime(farewell) {}
        }
    }

    /// Reserves a place for a refused client that still reads the reason; nil if it must be disconnected immediately.
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

    fileprivate func leave(_ id: UInt64) {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            state.guests[id] = nil
            guard state.crowd >= Self.leastCrowd, state.guests.count <= state.crowd / 4 else { return nil }
            state.crowd = state.guests.count
            return state.onCrowdGone
        }
        handler?()
    }

    fileprivate func endFarewell() { state.withLock { $0.farewells -= 1 } }

    /// Records that no descriptor was free for a client.
    func noteExhaustion() {
        let handler = state.withLock { state in
            state.counters.exhausted += 1
            return state.onRefusal
        }
        handler?()
    }
}

/// The slot of a client that is being served.
public final class ClientSlot: Sendable {
    private let limit: ClientLimit
    private let id: UInt64

    fileprivate init(_ limit: ClientLimit, _ id: UInt64) { (self.limit, self.id) = (limit, id) }

    deinit { limit.leave(id) }

    /// Marks the client as idle; from the given time on it may be disconnected to make room.
    public func setIdle(from time: NIODeadline) { limit.setIdle(id, from: time) }

    /// Marks the client as busy.
    public func setBusy() { limit.setIdle(id, from: nil) }
}

/// The place of a refused client that is still reading the reason.
public final class ClientFarewell: Sendable {
    private let limit: ClientLimit
    fileprivate init(_ limit: ClientLimit) { self.limit = limit }
    deinit { limit.endFarewell() }
}

/// Sent down the pipeline of an idle client that must make room, or of one that does not read its data.
public struct ClientEviction: Sendable {
    public init() {}
}
