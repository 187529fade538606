// SPDX-License-Identifier: Apache-2.0

import ConfigurationFile
import ControlModel
import DaemonRuntime
import Foundation
import GNSSTypes
import Logging
import MessageTexts
import Storage
import SystemSupport
import Testing

@testable import Alerts

/// Signatures and the order of deliveries.
@Suite struct WebhookTests {
    private static let second: Int64 = 1_000_000_000
    private static let hour = 3600 * second

    private func event(_ number: Int) -> StoredEvent { StoredEvent(id: "e\(number)", happened: 0, body: "{}") }

    /// A schedule with the events 1...count, of which each is a second younger than the one before.
    private func schedule(_ count: Int) -> WebhookSchedule {
        var schedule = WebhookSchedule()
        for number in 1...count { _ = schedule.add(event(number), born: Int64(number) * Self.second) }
        return schedule
    }

    @Test func `the signature is that of the specification's example`() throws {
        let destination = try WebhookDestination(
            WebhookSettings(url: "https://hooks.example/", secretFile: "/x"),
            secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        let signature = destination.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: #"{"test": 2432232314}"#)
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test(arguments: [
        "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa==", "whsec_????",
        "whsec_" + String(repeating: "AAAA", count: 22),
    ])
    func `a secret that is too short, too long or no base64 is refused`(_ secret: String) {
        #expect(throws: GatewayError.self) {
            try WebhookDestination(WebhookSettings(url: "https://hooks.example/", secretFile: "/x"), secret: secret)
        }
    }

    @Test func `failures of the server hold all events back, twice as long each time, up to an hour`() {
        var schedule = schedule(3)
        var now = 10 * Self.second
        var pauses: [Int64] = []
        for _ in 1...14 {
            #expect(schedule.due(at: now)?.id == "e1")
            let isDelivered = schedule.note(.serverFailed, of: "e1", random: 0.5, at: now)
            #expect(!isDelivered)
            #expect(schedule.due(at: now) == nil)
            pauses.append((schedule.notBefore - now) / Self.second)
            now = schedule.notBefore
        }
        #expect(pauses == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600, 3600])
        let isDelivered = schedule.note(.accepted, of: "e1", random: 0.5, at: now)
        #expect(isDelivered && schedule.due(at: now)?.id == "e2" && schedule.count == 2)
        let isTwice = schedule.note(.accepted, of: "e1", random: 0.5, at: now)
        #expect(!isTwice, "twice is once")
    }

    @Test func `an event that is refused waits alone`() {
        var schedule = schedule(2)
        let now = 10 * Self.second
        _ = schedule.note(.eventRefused, of: "e1", random: 0, at: now)
        #expect(schedule.due(at: now)?.id == "e2")
        let isDelivered = schedule.note(.accepted, of: "e2", random: 0, at: now)
        #expect(isDelivered)
        #expect(schedule.due(at: now) == nil && schedule.next() == now + 4_500_000_000)
        #expect(schedule.due(at: now + 5 * Self.second)?.id == "e1")
    }

    @Test(arguments: [(-5, 5), (0, 5), (7, 7), (3600, 3600), (1_000_000, 3600), (Int64.max, 3600)] as [(Int64, Int64)])
    func `the pause that a server asks for counts, up to an hour`(_ asked: Int64, _ pause: Int64) {
        var schedule = schedule(1)
        _ = schedule.note(.serverFailed, of: "e1", retryAfter: asked, random: 0.5, at: 0)
        #expect(schedule.notBefore == pause * Self.second)
    }

    private func destination(_ host: String) throws -> WebhookDestination {
        // An address of which no server answers: the events only wait.
        try WebhookDestination(
            WebhookSettings(url: "https://\(host).invalid/", secretFile: "/x"),
            secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [nil, "other"])
    func `the alert about given-up events ends when its server gets no further events`(next: String?) async throws {
        let store = try Store()
        let old = SystemClock.wall / 1_000_000 - 2 * 24 * 3_600_000
        try await store.changeWebhookEvents(adding: [StoredEvent(id: "e1", happened: old, body: "{}")], removing: [])
        let (alerts, continuation) = AsyncStream.makeStream(of: Alert.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = WebhookService(store: store, agent: "test", grace: 0, logger: logger) { continuation.yield($0) }
        service.apply(try destination("first"))
        let run = Task { await service.run() }
        defer { run.cancel() }
        var received = alerts.makeAsyncIterator()
        let begin = try #require(await received.next())
        #expect(begin.code == "webhook-given-up" && !begin.isOver)
        service.apply(try next.map(destination))
        let end = try #require(await received.next())
        #expect(end.code == "webhook-given-up" && end.isOver && end.text.contains("https://first.invalid"), "\(end)")
        service.apply(try destination("first"))
        continuation.finish()
        #expect(await received.next() == nil, "it ends once")
    }

    @Test(.timeLimit(.minutes(1)))
    func `an event of an earlier run is tried before it is given up, whatever the clock says`() async throws {
        let store = try Store()
        // The clock has jumped ahead by two days since, or the gateway was switched off.
        let old = SystemClock.wall / 1_000_000 - 2 * 24 * 3_600_000
        try await store.changeWebhookEvents(adding: [StoredEvent(id: "e1", happened: old, body: "{}")], removing: [])
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = WebhookService(store: store, agent: "test", logger: logger) { _ in }
        service.apply(
            try WebhookDestination(
                WebhookSettings(url: "https://127.0.0.1:1/", secretFile: "/x"),
                secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let run = Task { await service.run() }
        defer { run.cancel() }
        while service.report.map({ $0.failedAttempts == 0 && $0.givenUp == 0 }) ?? true {
            // The service delivers on its own task; the test's time limit ends this loop.
            try await Task.sleep(for: .milliseconds(10))
        }
        let report = try #require(service.report)
        #expect(report.givenUp == 0 && report.queued == 1, "\(report)")
        #expect(try await store.webhookEvents().map(\.id) == ["e1"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `events of an earlier run that cannot be read at the start are read and sent later`() async throws {
        let store = try Store()
        let now = SystemClock.wall / 1_000_000
        let earlier = ["e1", "e2"].map { StoredEvent(id: $0, happened: now, body: "{}") }
        try await store.changeWebhookEvents(adding: earlier, removing: [])
        let attempts = AsyncCondition(0)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = WebhookService(
            store: store, agent: "test", grace: WebhookService.grace, storePatience: 1_000_000,
            read: { () async throws(StoreError) in
                let attempt = attempts.change { count in
                    count += 1
                    return count
                }
                guard attempt > 2 else { throw StoreError.failed(path: "test", reason: "another program uses it") }
                return try await store.webhookEvents()
            }, logger: logger
        ) { _ in }
        service.apply(try destination("first"))
        var log = AlertLog()
        let begin = log.note(alert(.critical), of: nil, at: Timestamp(milliseconds: Self.begin))
        service.take(try #require(begin))
        let run = Task { await service.run() }
        defer { run.cancel() }
        while try await store.webhookEvents().count < 3 {
            // The service stores on its own task; the test's time limit ends this loop.
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(service.report?.queued == 3 && attempts.value == 3)
    }

    @Test func `an event of an earlier run is sent before those that wait, and is dropped first`() {
        var schedule = schedule(2)
        for id in [9, 8] {
            let dropped = schedule.add(event(id), born: 0, isOldest: true)
            #expect(dropped == nil)
        }
        #expect(schedule.due(at: 0)?.id == "e8")
        for number in 10...1005 { _ = schedule.add(event(number), born: 0) }
        #expect(schedule.count == WebhookSchedule.limit)
        let dropped = schedule.add(event(7), born: 0, isOldest: true)
        #expect(dropped?.id == "e7")
    }

    /// A port on which the system accepts connections and no program answers.
    private func silentPort() throws -> (descriptor: Int32, port: UInt16) {
        struct Failure: Error { var code = errno }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 4) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isListening else { throw Failure() }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private func hasCaller(_ descriptor: Int32) -> Bool {
        var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&one, 1, 0) == 1
    }

    @Test(.timeLimit(.minutes(1)))
    func `an event is stored while the server does not answer an earlier one`() async throws {
        let store = try Store()
        let (descriptor, port) = try silentPort()
        defer { close(descriptor) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = WebhookService(store: store, agent: "test", logger: logger) { _ in }
        service.apply(
            try WebhookDestination(
                WebhookSettings(url: "https://127.0.0.1:\(port)/", secretFile: "/x"),
                secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let run = Task { await service.run() }
        defer { run.cancel() }
        var log = AlertLog()
        let begin = log.note(alert(.critical), of: nil, at: Timestamp(milliseconds: Self.begin))
        service.take(try #require(begin))
        while !hasCaller(descriptor) {
            // The service delivers on its own task; the test's time limit ends this loop.
            try await Task.sleep(for: .milliseconds(10))
        }
        let end = log.note(alert(.critical, isOver: true), of: nil, at: Timestamp(milliseconds: Self.begin + 1))
        service.take(try #require(end))
        while try await store.webhookEvents().count < 2 {
            try #require(service.report?.failedAttempts == 0, "it waited for the request")
            // The service stores on its own task; the end of the request, after 15 s, ends this loop.
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(service.report?.failedAttempts == 0, "it waited for the request")
    }

    /// The body of an event.
    private struct Body: Decodable {
        var type: String
        var timestamp: Timestamp
        var data: LoggedAlert
    }

    /// The time of the first alert that `events` logs; each further one is a millisecond later.
    private static let begin: Int64 = 1_790_000_000_000

    /// Logs alerts, and returns the bodies of the events that are posted about them.
    private func events(_ alerts: [Alert], from severity: WebhookSettings.Severity) async throws -> [Body] {
        let store = try Store()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = WebhookService(store: store, agent: "test", logger: logger) { _ in }
        var settings = WebhookSettings(url: "https://hooks.invalid/", secretFile: "/x")
        settings.severity = severity
        service.apply(try WebhookDestination(settings, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        var log = AlertLog()
        for (number, alert) in alerts.enumerated() {
            let time = Timestamp(milliseconds: Self.begin + Int64(number))
            if let change = log.note(alert, of: nil, at: time) { service.take(change) }
        }
        let count = service.report?.queued ?? 0
        guard count > 0 else { return [] }
        let run = Task { await service.run() }
        defer { run.cancel() }
        var stored: [StoredEvent] = []
        while stored.count < count {
            // The service delivers on its own task; the test's time limit ends this loop.
            try await Task.sleep(for: .milliseconds(10))
            stored = try await store.webhookEvents()
        }
        #expect(Set(stored.map(\.id)).count == count)
        return try stored.map { try JSONDecoder().decode(Body.self, from: Data($0.body.utf8)) }
    }

    private func alert(_ severity: Alert.Severity, isOver: Bool = false) -> Alert {
        Alert(code: "server-certificate", severity: severity, text: severity.code, isOver: isOver)
    }

    @Test(.timeLimit(.minutes(1)))
    func `an alert that becomes severe enough is posted as begun, once, and so is its end`() async throws {
        let alerts = [Alert.Severity.information, .warning, .critical, .warning, .critical, .warning].map { alert($0) }
        let end = alert(.information, isOver: true)
        let critical = try await events(alerts + [end], from: .critical)
        #expect(critical.map(\.type) == ["alert.began", "alert.ended"])
        #expect(
            critical.map(\.data.severity.code) == ["critical", "warning"], "the end counts by the greatest severity")
        #expect(critical.map(\.timestamp.milliseconds) == [Self.begin + 2, Self.begin + 6])
        #expect(critical.allSatisfy { $0.data.began.milliseconds == Self.begin })
        let all = try await events(alerts + [end], from: .information)
        #expect(all.map(\.type) == ["alert.began", "alert.ended"])
        #expect(all.first?.data.severity.code == "information")
        #expect(try await events([alert(.warning), alert(.information), end], from: .critical).isEmpty)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the end of an alert is posted even if a thousand others came after it began`() async throws {
        let sleep = Alert(code: .resumed, severity: .information, .resumed, ["seconds": .count(60)], isOver: true)
        let others = Array(repeating: sleep, count: 1005)
        // Another text is no second begin.
        let later = Alert(code: "server-certificate", severity: .critical, text: "later")
        let posted = try await events(
            [alert(.critical)] + others + [later, alert(.critical, isOver: true)], from: .critical)
        #expect(posted.map(\.type) == ["alert.began", "alert.ended"] && posted.map(\.data.id) == [1, 1])
    }

    @Test(.timeLimit(.minutes(1)))
    func `an alert about an instant is posted once, begun and ended`() async throws {
        let step = Alert(
            code: .clockStep, severity: .warning, .clockSetBack, ["seconds": .number(2.5)], isOver: true)
        let sleep = Alert(code: .resumed, severity: .information, .resumed, ["seconds": .count(60)], isOver: true)
        let posted = try await events([step, sleep, step], from: .warning)
        #expect(posted.map(\.type) == ["alert.began", "alert.began"])
        #expect(posted.map(\.data.code) == ["clock-step", "clock-step"] && posted.map(\.data.id) == [1, 3])
        #expect(posted.allSatisfy { $0.data.ended == $0.data.began && $0.data.text.contains("set back by 2.5 s") })
        #expect(try await events([step, sleep], from: .information).count == 2)
        // The end of a condition that never began is no event.
        #expect(try await events([alert(.critical, isOver: true)], from: .information).isEmpty)
    }

    @Test func `changes that the store could not take are taken back, without what has become needless`() {
        var changes = WebhookChanges()
        changes.add([event(1), event(2)])
        changes.remove("e9")
        let failed = changes
        changes = WebhookChanges()
        // Meanwhile one of them was delivered, and another event came.
        changes.remove("e1")
        changes.remove("e8")
        changes.add([event(3)])
        changes.giveBack(failed)
        #expect(changes.added.map(\.id) == ["e2", "e3"] && changes.removed == ["e9", "e8"] && !changes.isEmpty)
        changes.clear()
        changes.add([event(4)])
        changes.remove("e7")
        changes.giveBack(failed)
        #expect(changes.clears && changes.added.map(\.id) == ["e4"] && changes.removed.isEmpty)
        changes.remove("e4")
        changes.clears = false
        #expect(changes.isEmpty)
    }

    @Test func `what waits for a day is given up, and beyond a thousand the oldest is dropped`() {
        var schedule = schedule(2)
        let early = schedule.takeAged(at: 24 * Self.hour)
        let aged = schedule.takeAged(at: 24 * Self.hour + Self.second)
        #expect(early.isEmpty && aged.map(\.id) == ["e1"])
        #expect(schedule.next() == .min && schedule.count == 1)
        for number in 3...1001 {
            let dropped = schedule.add(event(number), born: 0)
            #expect(dropped == nil)
        }
        #expect(schedule.count == WebhookSchedule.limit)
        let known = schedule.add(event(1001), born: 0)
        let oldest = schedule.add(event(1002), born: 0)
        #expect(known == nil && oldest?.id == "e2")
        let next = schedule.add(event(1003), born: 0, sparing: "e3")
        #expect(next?.id == "e4", "e3 is being sent")
        #expect(schedule.count == WebhookSchedule.limit)
    }
}
