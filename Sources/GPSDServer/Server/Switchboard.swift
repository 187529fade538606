// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import GNSSTypes
internal import Logging
internal import NIOCore
internal import ObservationBus

/// Joins devices and clients.
///
/// The handlers of all clients' channels run on one event loop and call it there. What is published is sent on where it
/// is published, on the driver's thread, as long as all that watch are few and take what they are sent: then no other
/// thread has to be woken. Otherwise the event loop does it.
final class Switchboard: @unchecked Sendable {  // All that changes is protected by the lock.
    let eventLoop: any EventLoop
    /// Everything here is called while it is held, by `locked`. A driver's thread never waits for it.
    private let lock = RecursiveLock()

    let configuration: GPSDConfiguration
    let table: GPSDDeviceTable
    let logger: Logger
    let admission: ClientLimit

    var clients: [Int: Client] = [:]
    var devices: [DeviceState] = []
    var tableRevision = -1
    /// Whose reports go to clients that name no device.
    var active = ActiveFilter()
    /// The newest observation's wall clock.
    var now: UTCTime?
    /// What is published, read on the loop itself.
    var reader: Subscription.Reader?
    /// Waits for the end of what is published.
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

    /// Calls it.
    func locked<Result>(_ body: (Switchboard) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(self) }
    }

    /// Calls it where no other thread does at present.
    func lockedIfAvailable<Result>(_ body: (Switchboard) throws -> Result) rethrows -> Result? {
        try lock.withLockIfAvailable { try body(self) }
    }

    /// The counters of now.
    var status: GPSDStatus {
        var status = counters
        status.clients = clients.count
        status.refused = admission.status.refused
        status.watchers = clients.values.count { $0.policy.enable }
        for client in clients.values { status.lostBytes += UInt64(client.queue.lostBytes) }
        return status
    }

    /// Accepts clients from now on; those that came before were closed.
    func open() { isOpen = true }

    /// Takes a new client and greets it. Returns nil where the server is closing, or where there are too many clients; then
    /// the client is closed, in the second case after it could read why.
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
        client.send(line { $0.version(release: release) })
        client.flush()
        return lastID
    }

    /// Forgets a client.
    func disconnect(_ id: Int) {
        guard let client = clients.removeValue(forKey: id) else { return }
        client.closeDirectly()
        let lost = client.queue.lostBytes
        counters.lostBytes += UInt64(lost)
        if lost > 0 { logger.info("slow gpsd client has left", metadata: ["lost_bytes": "\(lost)"]) }
    }

    /// The socket of a client takes more again, or takes nothing any more.
    ///
    /// - Returns: whether more requests of it may be read.
    func drain(_ id: Int) -> Bool {
        guard let client = clients[id] else { return false }
        client.drain { bytes in
            line { $0.error("\(bytes) bytes were lost here, because this client read too slowly.") }
        }
        work(for: id)
        client.noteUse()
        return isReady(id)
    }

    /// Whether requests of a client may be read: it has taken the answers to those that came before.
    func isReady(_ id: Int) -> Bool {
        clients[id]?.isReady ?? true
    }

    /// Closes an idle client, as another one needs its slot, after it could read why.
    func evict(_ id: Int) {
        guard let client = clients[id] else { return }
        disconnect(id)
        client.writeRemainder()
        let message = "Closed to make room: this client asked for nothing, and \(admission.limit) are connected."
        admission.turnAway(client.channel, telling: line { $0.error(message) })
    }

    /// Closes all clients, and lets none in any more.
    func close() {
        isOpen = false
        for client in clients.values { client.channel.close(mode: .all, promise: nil) }
    }

    /// Counts what the bus could not keep for us.
    func noteLoss(_ observations: UInt64) { counters.lostObservations += observations }

    /// One line with its end.
    func line(_ write: (inout LineWriter) -> Void) -> ByteBuffer {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: GPSDReporter.longestLine) { memory in
            var writer = LineWriter(memory)
            write(&writer)
            var buffer = ByteBuffer()
            guard !writer.isFull else { return buffer }
            buffer.reserveCapacity(writer.count + 2)
            buffer.writeBytes(writer.written)
            buffer.writeStaticString("\r\n")
            return buffer
        }
    }
}
