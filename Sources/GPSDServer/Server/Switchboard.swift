// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import GNSSTypes
internal import Logging
internal import NIOCore
internal import ObservationBus

/// Connects devices and clients.
///
/// The channel handlers of all clients run on one event loop and call the switchboard there. While few clients watch
/// and all of them accept the data, the driver's thread that publishes observations also sends them, so that no other
/// thread must be woken. Otherwise, the event loop sends them.
final class Switchboard: @unchecked Sendable {  // All that changes is protected by the lock.
    let eventLoop: any EventLoop
    /// Held by `locked` during every call of this object. A driver's thread never waits for it.
    private let lock = RecursiveLock()

    let configuration: GPSDConfiguration
    let table: GPSDDeviceTable
    let logger: Logger
    let admission: ClientLimit

    var clients: [Int: Client] = [:]
    var devices: [DeviceState] = []
    var tableRevision = -1
    /// The source whose reports are sent to clients that name no device.
    var active = ActiveFilter()
    /// The wall clock of the newest observation, and when it came: in a replay, that clock is another one than the
    /// machine's.
    var newest: (time: UTCTime, instant: ContinuousClock.Instant)?
    /// The clocks when observations were last processed.
    var clock = ArrivalClock(after: nil)
    /// The reader of published observations, used on the event loop.
    var reader: Subscription.Reader?
    /// Resumed at the end of the subscription.
    var whenEnded: CheckedContinuation<Void, Never>?
    private var lastID = 0
    private var counters = GPSDStatus()
    private(set) var isOpen = false

    init(
        on eventLoop: any EventLoop, _ configuration: GPSDConfiguration, _ admission: ClientLimit,
        _ table: GPSDDeviceTable, _ logger: Logger
    ) {
        (self.eventLoop, self.admission) = (eventLoop, admission)
        self.configuration = configuration
        self.table = table
        self.logger = logger
    }

    /// Calls `body` with this switchboard.
    func locked<Result>(_ body: (Switchboard) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(self) }
    }

    /// Calls `body` with this switchboard, unless another thread holds the lock.
    func lockedIfAvailable<Result>(_ body: (Switchboard) throws -> Result) rethrows -> Result? {
        try lock.withLockIfAvailable { try body(self) }
    }

    /// The current counters.
    var status: GPSDStatus {
        var status = counters
        status.clients = clients.count
        status.refused = admission.status.refused
        status.watchers = clients.values.count { $0.policy.enable }
        for client in clients.values { status.lostBytes += UInt64(client.queue.lostBytes) }
        return status
    }

    /// Accepts clients from now on. Clients that connected earlier were closed.
    func open() { isOpen = true }

    /// Adds a new client and greets it. Returns nil if the server is closing, or if too many clients are connected; the
    /// client is then closed, in the latter case after it has had time to read the reason.
    func connect(_ channel: any Channel) -> Int? {
        guard isOpen else {
            channel.close(promise: nil)
            return nil
        }
        guard let slot = admission.slot(for: channel) else {
            let message =
                "Too many clients: \(admission.limit) are connected, more are not allowed. Try again later."
            admission.turnAway(channel, telling: line { $0.error(message) })
            return nil
        }
        lastID += 1
        let client = Client(channel, slot, queueLimit: max(0, configuration.queueLimit), lock: lock)
        clients[lastID] = client
        let release = configuration.release
        // What was published while no client was there.
        catchUp()
        client.send(line { $0.version(release: release) })
        client.flush()
        return lastID
    }

    /// Removes a client.
    func disconnect(_ id: Int) {
        guard let client = clients.removeValue(forKey: id) else { return }
        client.closeDirectly()
        let lost = client.queue.lostBytes
        counters.lostBytes += UInt64(lost)
        if lost > 0 { logger.info("slow gpsd client has left", metadata: ["lost_bytes": "\(lost)"]) }
    }

    /// Handles a change of a client socket's writability.
    ///
    /// - Returns: True if more requests of the client may be read.
    func drain(_ id: Int) -> Bool {
        guard let client = clients[id] else { return false }
        client.drain { bytes in
            line { $0.error("\(bytes) bytes were lost here, because this client read too slowly.") }
        }
        work(for: id)
        client.noteUse()
        return isReady(id)
    }

    /// Returns true if requests of a client may be read, because it has read the answers to earlier ones.
    func isReady(_ id: Int) -> Bool {
        clients[id]?.isReady ?? true
    }

    /// Closes an idle client, after it has had time to read the reason, because another client needs its slot.
    func evict(_ id: Int) {
        guard let client = clients[id] else { return }
        disconnect(id)
        client.writeRemainder()
        let message =
            "Closed to make room for another client: this client requested nothing, and \(admission.limit) "
            + "are connected."
        admission.turnAway(client.channel, telling: line { $0.error(message) })
    }

    /// Closes all clients, and accepts no further ones.
    func close() {
        isOpen = false
        for client in clients.values { client.channel.close(mode: .all, promise: nil) }
    }

    /// Counts observations that the bus could not keep for the server.
    func noteLoss(_ observations: UInt64) { counters.lostObservations += observations }

    /// Creates one line with its ending. An object that is too long is replaced with an error, because clients wait for
    /// an answer.
    func line(_ write: (inout LineWriter) -> Void) -> ByteBuffer {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: GPSDReporter.longestLine) { memory in
            var writer = LineWriter(memory)
            write(&writer)
            if writer.isFull {
                writer.rewind(to: 0)
                writer.error("The answer is longer than \(GPSDReporter.longestLine) bytes.")
            }
            var buffer = ByteBuffer()
            buffer.reserveCapacity(writer.count + 2)
            buffer.writeBytes(writer.written)
            buffer.writeStaticString("\r\n")
            return buffer
        }
    }
}
