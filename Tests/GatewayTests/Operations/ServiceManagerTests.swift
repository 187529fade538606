// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

@testable import DaemonRuntime
@testable import Gateway
@testable import ReceiverHost

@Suite struct ServiceManagerTests {
    @Test func `without a socket in the environment there is no manager`() {
        #expect(ServiceManager { _ in nil } == nil)
        #expect(ServiceManager { $0 == "NOTIFY_SOCKET" ? "relative" : nil } == nil)
        let long = "/" + String(repeating: "x", count: 200)
        #expect(ServiceManager { $0 == "NOTIFY_SOCKET" ? long : nil } == nil)
    }

    @Test(arguments: [
        ("20000000", nil, Duration.seconds(20)), ("20000000", "77", .seconds(20)), ("20000000", "78", nil),
        ("0", nil, nil), ("soon", nil, nil), (nil, nil, nil),
    ])
    func `a sign of life is given where it is asked of this process`(
        interval: String?, process: String?, expected: Duration?
    ) {
        let environment = [
            "NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": interval, "WATCHDOG_PID": process,
        ].compactMapValues(\.self)
        #expect(ServiceManager(environment: { environment[$0] }, process: 77)?.watchdog == expected)
    }

    @Test(arguments: [false, true])
    func `messages arrive at a socket of a path and at an abstract one, a line for each`(isAbstract: Bool) throws {
        let socket = try NotifySocket(isAbstract: isAbstract)
        let manager = try #require(ServiceManager { $0 == "NOTIFY_SOCKET" ? socket.name : nil })
        manager.ready("rover: no fix\nREADY=0")
        #expect(socket.next() == "READY=1\nSTATUS=rover: no fix READY=0")
        manager.reloading()
        #expect(socket.next()?.contains(/^RELOADING=1\nMONOTONIC_USEC=[0-9]{3,}$/) == true)
        manager.alive()
        #expect(socket.next() == "WATCHDOG=1")
        manager.stopping()
        #expect(socket.next() == "STOPPING=1\nSTATUS=ending")
    }

    private func receiver(_ id: String, _ state: DriverState, _ fix: Fix? = nil) -> ReceiverCondition {
        var condition = ReceiverCondition(
            plan: ReceiverPlan(id: id, driver: "fake", configuration: "{}"),
            since: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0))
        condition.state = DriverStateReport(state, reason: "so it is")
        condition.lastFix = fix
        return condition
    }

    @Test func `the status line tells whether positions are sent, how many wait, and the last success`() {
        let noon = UTCTime(nanosecondsSince1970: 1_777_897_805_250_000_000)
        var uplink = UplinkReport(.online, since: noon, environment: "qa")
        (uplink.queue.entries, uplink.lastSuccess) = (3, noon)
        var line = StatusLine(receivers: [], active: nil, clients: 0, uplink: uplink)
        #expect(line.text.hasSuffix("; agrirouter: sending, 3 waiting, last success 2026-05-04 12:30:05 UTC"))
        line.uplink?.positions = .withheld
        #expect(line.text.contains("; agrirouter: positions withheld, 3 waiting, last success "))
        line.uplink?.state = .offline
        line.uplink?.lastSuccess = nil
        #expect(line.text.hasSuffix("; agrirouter: offline, 3 waiting"))
        line.uplink?.state = .notOnboarded
        #expect(!line.text.contains("agrirouter"))
    }

    @Test func `the status line tells the active receiver's fix, who is in trouble, and how many there are`() {
        var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
        fix.satellitesUsed = 17
        let receivers = [receiver("spare", .lost), receiver("rover", .running, fix)]
        let line = StatusLine(receivers: receivers, active: SourceID(rawValue: "rover"), clients: 5)
        #expect(line.text == "rover: 3D fix, RTK fixed, 17 satellites; spare: lost; 2 receivers, 5 gpsd clients")
    }

    @Test func `the status line of a lost receiver tells why, not its last fix`() {
        let fix = Fix(kind: .threeDimensional, quality: .autonomous)
        let line = StatusLine(receivers: [receiver("rover", .lost, fix)], active: nil, clients: 1)
        #expect(line.text == "rover: lost: so it is; 1 receiver, 1 gpsd client")
        #expect(StatusLine(receivers: [], active: nil, clients: 0).text == "no receivers, no gpsd clients")
    }
}

/// A socket such as a service manager has.
final class NotifySocket {
    /// As it stands in `NOTIFY_SOCKET`.
    let name: String
    private let descriptor: Int32

    init(isAbstract: Bool) throws {
        let path = NSTemporaryDirectory() + "gnss-notify-\(UUID().uuidString)"
        name = isAbstract ? "@" + path : path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = isAbstract ? [0] + Array(path.utf8) : Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(code == 0)
    }

    deinit {
        close(descriptor)
        if name.hasPrefix("/") { unlink(name) }
    }

    /// The next message; nil where none comes.
    func next(within seconds: Int = 120) -> String? {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Foundation.poll(&poll, 1, Int32(seconds * 1000)) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
