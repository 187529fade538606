// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// Receivers that people add, change and remove while the daemon runs, from outside.
@Suite(.serialized) struct ReceiverSetupTests {
    private func receiver(_ id: String, _ bench: SettingsBench) throws -> [String: Any]? {
        let answer = try bench.ask("GET", "/v1/receivers/\(id)")
        return answer.status == 200 ? answer.json : nil
    }

    private func wait(
        for state: String, of id: String, _ bench: SettingsBench, within seconds: Double = 60
    ) throws {
        var report: [String: Any]?
        let isThere = try until(seconds) {
            report = try receiver(id, bench)
            return report?["state"] as? String == state
        }
        try #require(isThere, "\(id) is not \(state): \(report ?? [:])")
    }

    private func ids(_ bench: SettingsBench) throws -> [String] {
        let answer = try bench.ask("GET", "/v1/receivers")
        let receivers = try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: Any]])
        return receivers.compactMap { $0["id"] as? String }
    }

    private func body(_ id: String?, _ device: String, _ more: String = "") -> String {
        let name = id.map { #""id":"\#($0)","# } ?? ""
        return #"{\#(name)"driver":"nmea-serial","config":{"device":"\#(device)"\#(more)}}"#
    }

    /// Replaces the configuration file, and reads it again.
    private func write(_ receivers: [String], _ bench: SettingsBench) throws {
        let entries = ["{ id: rover, driver: file-simulator, config: { scenario: drive } }"] + receivers
        try Data(
            """
            receivers:
            \(entries.map { "  - \($0)" }.joined(separator: "\n"))
            listen: { gpsd: ["127.0.0.1:0"], http: "" }
            discovery: { enabled: false }
            """.utf8
        ).write(to: URL(filePath: bench.folder + "/gateway.yaml"))
        let answer = try bench.ask("POST", "/v1/reload")
        #expect(answer.status == 204, "\(answer.text)")
    }

    @Test func `an added receiver runs at once and after kill -9, is changed, and is gone when it is removed`() throws {
        let bench = try SettingsBench("")
        let device = PseudoReceiver(bench.folder + "/port")
        try device.plug()
        let feeding = Feeding(device)
        defer { feeding.end() }
        let added = try bench.ask("POST", "/v1/receivers", body("tractor", device.path, #","baud":38400"#))
        #expect(added.status == 201 && added.json["origin"] as? String == "added", "\(added.text)")
        #expect(added.headers.contains { $0.lowercased() == "location: /v1/receivers/tractor" })
        try wait(for: "running", of: "tractor", bench)
        bench.kill()
        try bench.start()
        try wait(for: "running", of: "tractor", bench)
        let entry = try bench.ask("GET", "/v1/receivers/tractor/entry").json
        #expect((entry["config"] as? [String: Any])?["baud"] as? Int == 38400 && entry["priority"] == nil)

        let changed = try bench.ask("PATCH", "/v1/receivers/tractor", #"{"priority":50,"config":{"baud":null}}"#)
        #expect(changed.status == 200 && changed.json["priority"] as? Int == 50, "\(changed.text)")
        let after = try bench.ask("GET", "/v1/receivers/tractor/entry").json
        #expect((after["config"] as? [String: Any])?.keys.sorted() == ["device"] && after["priority"] as? Int == 50)
        try wait(for: "running", of: "tractor", bench)

        #expect(try bench.ask("DELETE", "/v1/receivers/tractor").status == 204)
        #expect(try ids(bench) == ["rover"])
        bench.kill()
        try bench.start()
        #expect(try ids(bench) == ["rover"])
    }

    @Test func `what is wrong is told for each key, and nothing is added`() throws {
        let bench = try SettingsBench("")
        let device = PseudoReceiver(bench.folder + "/port")
        try device.plug()
        func errors(_ body: String, _ method: String = "POST", _ path: String = "/v1/receivers") throws -> [String] {
            let answer = try bench.ask(method, path, body)
            #expect(answer.status == 400 && answer.json["code"] as? String == "bad_value", "\(body): \(answer.text)")
            let errors = answer.json["errors"] as? [[String: Any]] ?? []
            return errors.map { error in
                "\(error["key"] ?? "") \((error["message"] as? [String: Any])?["code"] ?? "")"
            }.sorted()
        }
        #expect(try errors(#"{"driver":"nmea-seriall","config":{}}"#) == ["driver value.allowed"])
        #expect(try errors(#"{"driver":"nmea-serial"}"#) == ["config.device value.missing"])
        #expect(try errors(#"{}"#) == ["driver value.missing"])
        #expect(
            try errors(body("a b", device.path, #","baud":49,"parity":"mark","baut":1"#)) == [
                "config.baud value.allowed", "config.baut value.unknown", "config.parity value.allowed",
                "id value.allowed",
            ])
        #expect(try errors(body("searches", device.path)) == ["id value.other"])
        #expect(try errors(body("gateway", device.path)) == ["id value.allowed"])
        #expect(
            try errors(#"{"driver":"nmea-serial","priority":101,"config":{"device":"/x"}}"#) == [
                "priority value.allowed"
            ])
        #expect(try errors(#"{"driver":"nmea-serial","config":[]}"#).first?.hasPrefix("config ") == true)
        // The driver itself refuses what its schema cannot say.
        #expect(try errors(#"{"driver":"file-simulator","config":{}}"#).first?.hasSuffix(" receiver.driver") == true)
        for (body, status) in [("[]", 400), ("", 400), ("{", 400), (String(repeating: "[", count: 9000), 400)] {
            #expect(try bench.ask("POST", "/v1/receivers", body).status == status, "\(body.prefix(20))")
        }
        #expect(try ids(bench) == ["rover"])

        // Another receiver's ID or device, whatever it is called.
        #expect(try bench.ask("POST", "/v1/receivers", body("tractor", device.path)).status == 201)
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder + "/other", withDestinationPath: device.path)
        for body in [
            body("rover", "/dev/ttyS99"), body("tractor", "/dev/ttyS99"), body("second", device.path),
            body("second", bench.folder + "/other"),
        ] {
            let answer = try bench.ask("POST", "/v1/receivers", body)
            #expect(answer.status == 409 && answer.json["code"] as? String == "taken", "\(body): \(answer.text)")
        }
        #expect(try errors(#"{"id":"other"}"#, "PATCH", "/v1/receivers/tractor") == ["id value.allowed"])
        #expect(
            try errors(#"{"config":{"device":null}}"#, "PATCH", "/v1/receivers/tractor") == [
                "config.device value.missing"
            ])
        let file = try bench.ask("PATCH", "/v1/receivers/rover", #"{"priority":1}"#)
        #expect(file.status == 409 && file.json["code"] as? String == "not_added", "\(file.text)")
        #expect(try bench.ask("GET", "/v1/receivers/rover/entry").status == 409)
        #expect(try bench.ask("PATCH", "/v1/receivers/nobody", "{}").status == 404)
        #expect(try ids(bench) == ["rover", "tractor"])
    }

    @Test func `the file comes before what was added, and gives it back`() throws {
        let bench = try SettingsBench("")
        let device = PseudoReceiver(bench.folder + "/port")
        try device.plug()
        let drive = #"{"id":"drive","driver":"file-simulator","config":{"scenario":"drive"}}"#
        #expect(try bench.ask("POST", "/v1/receivers", drive).status == 201)
        #expect(try bench.ask("POST", "/v1/receivers", body("tractor", device.path)).status == 201)
        func origins() throws -> [String] {
            try ids(bench).map { "\($0) \(try receiver($0, bench)?["origin"] ?? "")" }.sorted()
        }
        #expect(try origins() == ["drive added", "rover configured", "tractor added"])
        let harvester = "{ id: harvester, driver: nmea-serial, config: { device: \(device.path) } }"
        try write(
            ["{ id: drive, driver: file-simulator, priority: 70, config: { scenario: drive } }", harvester], bench)
        #expect(try origins() == ["drive configured", "harvester configured", "rover configured"])
        try wait(for: "running", of: "drive", bench)
        #expect(try receiver("drive", bench)?["priority"] as? Int == 70)
        bench.kill()
        try bench.start()
        #expect(try origins() == ["drive configured", "harvester configured", "rover configured"])
        try write([], bench)
        #expect(try origins() == ["drive added", "rover configured", "tractor added"])
        // What was added can be removed while the file hides it.
        try write([harvester], bench)
        #expect(try bench.ask("DELETE", "/v1/receivers/tractor").status == 204)
        try write([], bench)
        #expect(try origins() == ["drive added", "rover configured"])
    }

    @Test func `of many that are added at once none is lost, and one that is stopped stays so`() throws {
        let bench = try SettingsBench("")
        let socket = bench.daemon.socket
        let drive = #"{"driver":"file-simulator","config":{"scenario":"drive"}}"#
        let answers = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let answer = try? PlainHTTP.request("POST", "/v1/receivers", headers: [:], body: drive, socket: socket)
            answers.withLock { $0.append(answer?.status ?? 0) }
        }
        #expect(answers.withLock { $0 } == Array(repeating: 201, count: 8))
        let expected = (["file-simulator", "rover"] + (2...8).map { "file-simulator-\($0)" }).sorted()
        #expect(try ids(bench).sorted() == expected)
        bench.kill()
        try bench.start()
        #expect(try ids(bench).sorted() == expected)

        #expect(try bench.ask("POST", "/v1/receivers/file-simulator/stop").status == 200)
        let changed = try bench.ask("PATCH", "/v1/receivers/file-simulator", #"{"config":{"speed":5}}"#)
        #expect(changed.json["state"] as? String == "stopped", "\(changed.text)")
        #expect(try bench.ask("POST", "/v1/receivers/file-simulator/start").status == 200)
        try wait(for: "running", of: "file-simulator", bench)
        for _ in 9...64 { #expect(try bench.ask("POST", "/v1/receivers", drive).status == 201) }
        let last = try bench.ask("POST", "/v1/receivers", drive)
        #expect(last.status == 409 && last.text.contains("64 added receivers"), "\(last.text)")
    }

    @Test func `the drivers are listed with the keys of their forms, in their order`() throws {
        let bench = try SettingsBench("")
        let answer = try bench.ask("GET", "/v1/drivers")
        let drivers = try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: Any]])
        let names = drivers.compactMap { $0["driver"] as? String }
        #expect(Set(names).isSuperset(of: ["nmea-serial", "ubx", "bluetooth-rfcomm", "file-simulator"]))
        let serial = try #require(drivers.first { $0["driver"] as? String == "nmea-serial" })
        #expect((serial["schema"] as? [String: Any])?["required"] as? [String] == ["device"])
        let text = try #require(answer.text.split(separator: #""driver":"nmea-serial""#).last)
        let places = try ["device", "baud", "data_bits", "checksum"].map { key in
            try #require(text.firstRange(of: "\"\(key)\":{")).lowerBound
        }
        #expect(places == places.sorted())
    }
}

/// Sends what a receiver says, for as long as a test runs.
final class Feeding: Sendable {
    private let isOver = Mutex(false)

    init(_ device: PseudoReceiver) {
        nonisolated(unsafe) let device = device
        Thread.detachNewThread { [self] in
            while !isOver.withLock({ $0 }) {
                _ = device.send(epochs: 1, within: 0.2)
                // Ten epochs a second, as a receiver sends them.
                usleep(100_000)
            }
        }
    }

    func end() { isOver.withLock { $0 = true } }
}
