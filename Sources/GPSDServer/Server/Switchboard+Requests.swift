// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NIOCore

extension Switchboard {
    /// Processes data from a client and answers its requests.
    func receive(_ bytes: ByteBuffer, from id: Int) {
        guard let client = clients[id] else { return }
        var bytes = bytes
        client.requests.writeBuffer(&bytes)
        work(for: id)
    }

    /// The number of requests of a client that are answered before others are served.
    private static let requestsAtOnce = 128

    /// Answers a client's requests while the client reads the answers. Remaining requests are answered after other
    /// clients have been served.
    func work(for id: Int) {
        guard let client = clients[id], !client.isServed, client.requests.readableBytes > 0 else { return }
        client.isServed = true
        var count = 0
        while count < Self.requestsAtOnce, client.channel.isWritable,
            let byte = client.requests.readInteger(as: UInt8.self)
        {
            switch client.scanner.consume(byte) {
            case nil: continue
            case .tooLong: client.send(line { $0.error("Request longer than \(RequestScanner.longest) bytes.") })
            case .request(let text): answer(Request(text), to: client)
            }
            count += 1
        }
        if client.requests.readableBytes == 0 {
            client.requests.clear()
            client.scanner.endOfRead()
        }
        client.noteUse()
        client.flush()
        client.isServed = false
        if client.requests.readableBytes > 0, client.channel.isWritable { workLater(for: id) }
    }

    /// Continues later, because the event loop reads and writes only after it has run all tasks that are due.
    private func workLater(for id: Int) {
        clients[id]?.isServed = true
        eventLoop.scheduleTask(in: .milliseconds(1)) {
            self.locked { switchboard in
                guard switchboard.isOpen, let client = switchboard.clients[id] else { return }
                client.isServed = false
                switchboard.work(for: id)
                // Reading was suspended for the requests answered now.
                if client.isReady { client.channel.read() }
            }
        }
    }

    private func answer(_ request: Request, to client: Client) {
        switch request {
        case .version:
            let release = configuration.release
            client.send(line { $0.version(release: release) })
        case .devices: sendDevices(to: client)
        case .poll: poll(client)
        case .device(let object): device(object, client)
        case .watch(let object): watch(object, client)
        case .unknown(let text): client.send(line { $0.error("Unrecognized request '\(text)'") })
        }
    }

    private func sendDevices(to client: Client) {
        followTable()
        let devices = devices
        client.send(line { $0.devices(devices) })
    }

    private func watch(_ object: [UInt8]?, _ client: Client) {
        if let object {
            followTable()
            var policy = client.policy
            let fault = policy.apply(object)
            let isApplied = fault == nil || policy != client.policy
            if isApplied, let name = policy.device {
                guard let device = device(named: name) else {
                    client.send(line { $0.error("No such device as \(name)") })
                    return
                }
                policy.device = device.path
                if device.source.rawValue == name { policy.receiver = device.source }
            }
            if let fault { client.send(line { $0.error("Invalid WATCH: \(fault.rawValue)") }) }
            client.policy = policy
            if isApplied, policy.enable { prepare(client) }
        }
        sendDevices(to: client)
        let policy = client.policy
        client.send(line { $0.watch(policy) })
    }

    private func poll(_ client: Client) {
        // What was published before the request may still wait for the event loop.
        pull()
        followTable()
        let policy = client.policy
        let watched = devices.filter { device in
            policy.enable && policy.device.map { $0 == device.path } ?? active.admits(device.source)
        }
        let now = ContinuousClock.now
        let time = wallClock(at: now)
        client.send(line { $0.poll(watched, at: time, now: now) })
    }

    /// The wall clock by which observations are stamped: that of the newest one, and the time since then. Nil before
    /// the first one.
    private func wallClock(at now: ContinuousClock.Instant) -> UTCTime? {
        newest.map { newest in
            let (seconds, attoseconds) = newest.instant.duration(to: now).components
            let (nanoseconds, overflow) = newest.time.nanosecondsSince1970.addingReportingOverflow(
                seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
            return overflow ? newest.time : UTCTime(nanosecondsSince1970: nanoseconds)
        }
    }

    /// Reports a device. Clients cannot change a device's settings; settings in the request are ignored.
    private func device(_ object: [UInt8]?, _ client: Client) {
        followTable()
        var path: String?
        if let object {
            var reader = AttributeReader(object)
            do throws(AttributeError) {
                while let (name, value) = try reader.next() {
                    if name == "path" { path = try WatchPolicy.text(value) }
                    if name == "hexdata" {
                        client.send(line { $0.error("Bytes are not written to receivers for clients (hexdata).") })
                        return
                    }
                }
            } catch {
                client.send(line { $0.error("Invalid DEVICE: \(error.rawValue)") })
                return
            }
        }
        let named = path.map { self.device(named: $0)?.path ?? $0 }
        let found = devices.filter { named == nil || $0.path == named }
        if let only = found.first, found.count == 1 {
            client.send(line { $0.device(only) })
        } else if let path {
            client.send(line { $0.error("Can't open \(path).") })
        } else {
            let reason =
                found.isEmpty
                ? "Can't perform DEVICE configuration, no devices attached."
                : "No path specified in DEVICE, but multiple devices are attached."
            client.send(line { $0.error(reason) })
        }
    }
}
