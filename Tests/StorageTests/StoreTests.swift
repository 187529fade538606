// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import GRDB
import SystemSupport
import Testing

@testable import Storage

struct StoreTests {
    @Test func `settings are there again after reopening, and gone once removed`() async throws {
        struct Choice: Codable, Equatable { var name: String, numbers: [Int] }
        let folder = try TemporaryFolder()
        let choice = Choice(name: "rover/1 \"é\"", numbers: [1, 2])
        do {
            let store = try Store(folder.state)
            #expect(try await store.setting("a.b", as: Choice.self) == nil)
            try await store.set("a.b", to: Choice(name: "first", numbers: []), at: 1)
            try await store.set("a.b", to: choice, at: 2)
            try await store.set("flag", to: true, at: 3)
        }
        let store = try Store(folder.state)
        #expect(try await store.setting("a.b", as: Choice.self) == choice)
        #expect(try await store.setting("flag", as: Bool.self) == true)
        try await store.removeSetting("flag")
        #expect(try await store.setting("flag", as: Bool.self) == nil)
        await #expect(throws: StoreError.self) { try await store.setting("a.b", as: Int.self) }
    }

    @Test func `a setting that cannot be read is named, not quoted, and is kept beside the next value`() async throws {
        struct Person: Codable { var name: String, level: Int }
        let folder = try TemporaryFolder()
        let text = #"{"people":[{"level":1,"name":"Anna"},{"level":"secret","name":"Zoe"}]}"#
        do {
            let store = try Store(folder.state)
            try await store.set("people", to: ["people": [["level": 1]]], at: 1)
        }
        let queue = try DatabaseQueue(path: folder.database)
        try await queue.writeWithoutTransaction {
            try $0.execute(sql: "UPDATE settings SET value = ?", arguments: [text])
        }
        try queue.close()
        let store = try Store(folder.state)
        let error = await #expect(throws: StoreError.self) {
            try await store.setting("people", as: [String: [Person]].self)
        }
        let words = error?.description ?? ""
        #expect(words.contains("the setting people, \(text.utf8.count) bytes, cannot be read at people[1].level"))
        #expect(!words.contains("secret") && !words.contains("Zoe"), "\(words)")
        try await store.set("people", to: 7, at: 2, keepingFormerAs: "people.unreadable")
        #expect(try await store.setting("people", as: Int.self) == 7)
        let kept = try await store.perform {
            try String.fetchOne($0, sql: "SELECT value FROM settings WHERE value LIKE '{%'")
        }
        #expect(kept == text)
        // Where there was no value, none is kept.
        try await store.set("other", to: 7, at: 2, keepingFormerAs: "other.unreadable")
        #expect(try await store.setting("other.unreadable", as: Int.self) == nil)
    }

    @Test func `what a receiver says of itself is kept, and what it does not say stays as it was known`() async throws {
        let store = try Store()
        var sighting = ReceiverSighting(identity: "usb:1546:01a9:X", id: "rover", driver: "nmea-serial")
        sighting.model = "ZED-F9P"
        try await store.note(sighting, at: 1000)
        sighting.model = nil
        sighting.serial = "X"
        sighting.id = "tractor"
        try await store.note(sighting, at: 2000)
        let record = try #require(try await store.receivers().first)
        #expect(record.sighting.model == "ZED-F9P")
        #expect(record.sighting.serial == "X")
        #expect(record.sighting.id == "tractor")
        #expect(record.firstSeen == 1000)
        #expect(record.lastSeen == 2000)
    }

    @Test func `an ability keeps its first evidence, and a receiver that is not known learns nothing`() async throws {
        let store = try Store()
        try await store.note(ReceiverSighting(identity: "a", id: "a", driver: "d"), at: 1)
        try await store.learn([StoredAbility("galileo", evidence: "E24 in a sky view", seen: 5)], of: "a")
        try await store.learn([StoredAbility("galileo", evidence: "E01", seen: 9)], of: "a")
        try await store.learn([StoredAbility("sbas", evidence: "S123", seen: 9)], of: "b")
        let records = try await store.receivers()
        #expect(records.map(\.sighting.identity) == ["a"])
        #expect(records[0].abilities == [StoredAbility("galileo", evidence: "E24 in a sky view", seen: 5)])
    }

    @Test func `one receiver at most is selected, and forgetting it takes its selection and its abilities`()
        async throws
    {
        let store = try Store()
        for identity in ["a", "b"] {
            try await store.note(ReceiverSighting(identity: identity, id: identity, driver: "d"), at: 1)
            try await store.learn([StoredAbility("galileo", evidence: "x", seen: 1)], of: identity)
        }
        #expect(try await store.select("a"))
        #expect(try await store.select("b"))
        #expect(try await store.select("nobody") == false)
        #expect(try await store.receivers().filter(\.isSelected).map(\.sighting.identity) == ["b"])
        #expect(try await store.forget("b"))
        #expect(try await store.forget("b") == false)
        try await store.note(ReceiverSighting(identity: "b", id: "b", driver: "d"), at: 2)
        let back = try #require(try await store.receivers().last)
        #expect(back.sighting.identity == "b" && !back.isSelected && back.abilities.isEmpty)
        try await store.select("a")
        try await store.select(nil)
        #expect(try await store.receivers().filter(\.isSelected).isEmpty)
    }

    @Test func `each commit is synchronised to the disk: write-ahead log, synchronous FULL`() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder.state)
        let modes = try await store.perform { database in
            [
                try String.fetchOne(database, sql: "PRAGMA journal_mode"),
                try String.fetchOne(database, sql: "PRAGMA synchronous"),
            ]
        }
        #expect(modes == ["wal", "2"])
    }

    @Test func `the store, its log and its folder are for this user alone`() async throws {
        let parent = try TemporaryFolder()
        let folder = StateFolder(parent.path + "/deep/below")
        let store = try Store(folder)
        try await store.set("a", to: 1, at: 1)
        for (name, mode) in [("", 0o700), ("/store.sqlite", 0o600), ("/store.lock", 0o600), ("/credentials", 0o700)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + name)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
    }

    @Test func `a second store on the same folder is refused while the first is open, and names the process`() throws {
        let folder = try TemporaryFolder()
        do {
            let first = try Store(folder.state)
            #expect(errorOfOpening(folder.state) == .locked(path: folder.path, process: getpid()))
            #expect(StoreError.locked(path: "x", process: 7).description.contains("another gnss-gateway (process 7)"))
            #expect(StoreError.locked(path: "x", process: 7).exitCode == 69)
            _ = first
        }
        #expect(errorOfOpening(folder.state) == nil)
    }

    @Test func `a task that is cancelled still has its writing done`() async throws {
        let store = try Store()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.set("a", to: 1, at: 1)
        }
        try await task.value
        #expect(try await store.setting("a", as: Int.self) == 1)
    }

    @Test func `the log of alerts keeps the newest, each as it was stored last`() async throws {
        let folder = try TemporaryFolder()
        var store: Store? = try Store(folder.state)
        let alerts = (1...30).map { number in
            LoggedAlert(
                id: UInt64(number), code: "low-disk", severity: ReportCode(.warning), text: "\(number)", receiver: nil,
                began: Timestamp(milliseconds: Int64(number)))
        }
        try await store?.keep(alerts, newest: 20)
        var last = alerts[29]
        (last.text, last.severity, last.ended) = ("worse", ReportCode(.critical), Timestamp(milliseconds: 99))
        try await store?.keep([last], newest: 20)
        store?.close()
        store = nil
        let found = try await Store(folder.state).alerts()
        #expect(found == alerts[10..<29] + [last])
    }

    @Test(arguments: [6, 13]) func `a store of an earlier version keeps its alerts, and gets a place for what is new`(
        version: Int
    ) async throws {
        let folder = try TemporaryFolder()
        do {
            let path = folder.database
            let queue = try DatabaseQueue(path: path)
            try await queue.writeWithoutTransaction { database in
                try StoreSchema.migrate(database, path: path, to: version)
                try database.execute(
                    sql: """
                        INSERT INTO alerts (id, code, severity, text, receiver, began, ended)
                        VALUES (7, 'low-disk', 'warning', 't', NULL, 5, NULL)
                        """)
            }
            try queue.close()
        }
        // The check does not change the store.
        #expect(try StoreInspection(folder.state).check().contains("version \(version)"))
        var alert = LoggedAlert(
            id: 7, code: "low-disk", severity: ReportCode(.warning), text: "t", receiver: nil,
            began: Timestamp(milliseconds: 5))
        var store: Store? = try Store(folder.state)
        #expect(try await store?.alerts() == [alert])
        alert.greatest = ReportCode(.critical)
        try await store?.keep([alert], newest: 10)
        store?.close()
        store = nil
        #expect(try await Store(folder.state).alerts() == [alert])
    }
}
