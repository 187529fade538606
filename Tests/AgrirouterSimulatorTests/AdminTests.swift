// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import AgrirouterSimulator
@testable import StrictFormats

@Suite struct AdminTests {
    @Test func `options are set all or none, and shown`() {
        let bench = Bench()
        let changed = bench.admin("PATCH", "/options", ["access": 401, "pushes_per_item": 3])
        #expect(changed.status == 200)
        #expect(changed.json["access"] == "401")
        for bad in [
            ["access": "often"], ["speed": 1], ["pushes_per_item": 0], ["latency_s": -1], ["item_variants": []],
        ] as [JSONValue] {
            var both = bad.members ?? [:]
            both["connection_close"] = true
            #expect(bench.admin("PATCH", "/options", .object(both)).status == 400)
        }
        #expect(bench.world.options.closesConnections == false)
        #expect(bench.admin("PATCH", "/options", ["item_variants": "random", "latency_s": ["push": 2]]).status == 200)
        #expect(bench.world.options.latency["push"] == 2)
        #expect(bench.world.options.itemVariants.count == ServiceOptions.ItemVariant.allCases.count)
        // All that is shown can be set.
        let all = bench.admin("GET", "/options").json
        #expect(bench.admin("PATCH", "/options", all).json == all)
    }

    @Test func `the clock is set, moved, sped up and told to follow`() {
        let bench = Bench()
        #expect(
            bench.admin("PUT", "/clock", ["time": "2027-01-01T00:00:00Z"]).json["time"] == "2027-01-01T00:00:00.000Z")
        #expect(bench.admin("PUT", "/clock", ["advance_s": 60.5]).json["time"] == "2027-01-01T00:01:00.500Z")
        #expect(
            bench.admin("PUT", "/clock", ["time": 1_795_000_000, "follow": "requests"]).json["follow"] == "requests")
        #expect(bench.world.clock.now == Bench.start)
        #expect(bench.admin("PUT", "/clock", ["follow": "none", "rate": 10]).json["rate"] == 10)
        for bad in [["time": "soon"], ["rate": -1], ["follow": "me"], ["speed": 1]] as [JSONValue] {
            #expect(bench.admin("PUT", "/clock", bad).status == 400)
        }
    }

    @Test func `the journal shows requests, and the raw bodies are there`() throws {
        let bench = Bench()
        let message = bench.message("dke:ping")
        _ = bench.post(measures: [message.text])
        let journal = bench.admin("GET", "/journal?since=1").json
        #expect(journal["entries"]?.items?.count == 1)
        let entry = try #require(journal["entries"]?.items?.first)
        #expect(entry["status"] == 200)
        #expect(entry["decoded"]?.items?.first?["envelope"]?["technical_message_type"] == "dke:ping")
        let raw = bench.raw(HTTPRequest(listener: .admin, method: "GET", path: "/raw/2/measures/0"))
        #expect(raw.body == message.bytes)
        #expect(bench.raw(HTTPRequest(listener: .admin, method: "GET", path: "/raw/2")).body.count > 100)
        #expect(bench.admin("GET", "/raw/99").status == 404)
        #expect(bench.admin("GET", "/raw/2/measures/7").status == 404)
        #expect(bench.admin("GET", "/stats").json["endpoints"]?[bench.endpoint]?["pending_answers"] == 1)
    }

    @Test func `the journal keeps the newest requests, and a bounded amount of bodies`() {
        var journal = Journal()
        let time = Bench.start
        for _ in 0..<11_500 {
            journal.append(
                JournalEntry(
                    number: 0, time: time, listener: "gateway", method: "GET", path: "/",
                    request: [UInt8](repeating: 0, count: 16_000)))
        }
        #expect((10_000...11_000).contains(journal.entries.count))
        #expect(journal.entries.last?.number == 11_500)
        let kept = journal.entries.reduce(0) { $0 + ($1.request?.count ?? 0) }
        #expect(kept <= Journal.bodyLimit)
        #expect(kept > Journal.bodyLimit / 2)
        #expect(journal[11_500]?.request != nil)
    }

    @Test func `accounts, applications and routes are made and shown`() {
        let bench = Bench()
        #expect(bench.admin("POST", "/accounts", ["id": "third"]).status == 201)
        #expect(bench.admin("GET", "/accounts").json.items?.count == 3)
        #expect(bench.admin("PATCH", "/accounts/third", ["quota": 0]).status == 200)
        let code = bench.admin("POST", "/tan", ["account": "third"]).json["tan"]?.text ?? ""
        #expect(code.count == 10)
        #expect(bench.refusal(Bench.onboarding(), code: code) == "400 0115")
        let version = "aaaaaaaa-0000-4000-8000-000000000077"
        let made = bench.admin(
            "POST", "/applications", ["versions": [["id": .string(version), "types": ["gps:info"]]]])
        #expect(made.status == 201)
        let body = Bench.onboarding([
            "applicationId": made.json["id"] ?? "", "certificationVersionId": .string(version),
        ])
        #expect(bench.refusal(body) == "accepted")
        #expect(bench.admin("PUT", "/routes", ["managed": false]).json["managed"] == false)
        #expect(bench.admin("DELETE", "/routes").json["managed"] == true)
    }

    @Test func `what does not exist is 404, and what is no JSON is 400`() {
        let bench = Bench()
        for path in ["/nothing", "/endpoints/x", "/partners/x/received", "/accounts/x/y"] {
            #expect(bench.admin("GET", path).status == 404)
        }
        #expect(bench.admin("DELETE", "/clock").status == 404)
        #expect(bench.admin("POST", "/tan", ["account": "nobody"]).status == 400)
        let partner = bench.admin("POST", "/partners", [:]).json["id"]?.text ?? ""
        for (path, name) in [("/partners", "nmae"), ("/partners/\(partner)/send", "every"), ("/faults", "sort")] {
            let answer = bench.admin("POST", path, .object([name: 1]))
            #expect(answer.status == 400 && answer.json["error"]?.text?.contains("\"\(name)\"") == true, "\(path)")
        }
        let request = HTTPRequest(listener: .admin, method: "POST", path: "/tan", body: Array("{".utf8))
        #expect(bench.raw(request).status == 400)
    }

    @Test func `a reset leaves nothing but the addresses`() {
        let bench = Bench()
        bench.join()
        #expect(bench.admin("POST", "/reset").status == 200)
        #expect(bench.world.endpoints.isEmpty)
        #expect(bench.world.bases[.gateway] == "https://localhost:2")
        #expect(bench.world.judge(Bench.certificate) == .refused("a certificate that belongs to another device"))
    }

    @Test func `a later run knows the endpoints, their certificates and their feeds`() throws {
        let bench = Bench()
        bench.join()
        let partner = bench.admin("POST", "/partners", [:]).json["id"]?.text ?? ""
        _ = bench.admin("POST", "/partners/\(partner)/send", [:])
        let kept = try JSONReader.read(Array(bench.world.kept.description.utf8))
        var later = World(clock: bench.world.clock, seed: 9)
        later.restore(kept)
        #expect(later.judge(Bench.certificate) == .valid(endpoint: bench.endpoint))
        #expect(later.endpoints[bench.endpoint]?.capabilities == ["gps:info": .both])
        #expect(later.endpoints[bench.endpoint]?.subscriptions == ["gps:info"])
        #expect(later.endpoints[bench.endpoint]?.feed == bench.world.endpoints[bench.endpoint]?.feed)
        #expect(later.endpoints[partner] == nil)
        // Nor does it give out again what the earlier one did, of the same seed though it is.
        var (first, second) = (World(clock: bench.world.clock, seed: 1), World(clock: bench.world.clock, seed: 1))
        second.restore(kept)
        #expect(first.newCode("farm", life: 1).code != second.newCode("farm", life: 1).code)
    }

    @Test func `numbers beyond their range are refused with the range, and change nothing`() throws {
        let bench = Bench()
        let partner = bench.admin("POST", "/partners", [:]).json["id"]?.text ?? ""
        for (method, path, body) in [
            ("POST", "/tan", ["ttl_s": -10_000_000_000]), ("POST", "/tan", ["ttl_s": "long"]),
            ("PATCH", "/endpoints/\(bench.endpoint)", ["name": "New", "certificate_expires_in_s": 10_000_000_000]),
            ("POST", "/partners/\(partner)/send", ["interval_s": 10_000_000_000, "entries": 2]),
            ("POST", "/partners/\(partner)/send", ["age_s": 10_000_000_000]),
            ("POST", "/partners/\(partner)/send", ["spread_s": -10_000_000_000, "messages": 2]),
            ("POST", "/partners/\(partner)/send", ["every_s": 0]),
            ("POST", "/partners/\(partner)/send", ["every_s": 10, "interval_s": 10_000_000_000]),
        ] as [(String, String, JSONValue)] {
            let answer = bench.admin(method, path, body)
            #expect(answer.status == 400, "\(path) \(body)")
            #expect(answer.json["error"]?.text?.contains(" must be a number from ") == true, "\(answer.json)")
        }
        #expect(bench.world.endpoints[bench.endpoint]?.name != "New" && bench.world.schedules.isEmpty)
        // A code that has expired is a test's right.
        #expect(bench.admin("POST", "/tan", ["ttl_s": -1]).status == 201)
    }

    @Test func `the clock cannot be advanced beyond what it counts`() {
        let bench = Bench()
        #expect(bench.admin("PUT", "/clock", ["advance_s": 4_000_000_000]).status == 200)
        let advanced = bench.world.clock.now
        let answer = bench.admin("PUT", "/clock", ["advance_s": 4_000_000_000, "rate": 5])
        #expect(answer.status == 400 && answer.json["error"]?.text?.contains("1685 and 2255") == true)
        #expect(bench.world.clock.now == advanced && bench.world.clock.rate == 0)
        #expect(bench.admin("PUT", "/clock", ["advance_s": -4_000_000_000]).status == 200)
        #expect(bench.world.clock.now == Bench.start)
    }

    @Test func `a misspelt member is refused, and named`() {
        let bench = Bench()
        let partner = bench.admin("POST", "/partners", [:]).json["id"]?.text ?? ""
        for (method, path, body, name) in [
            ("PATCH", "/endpoints/\(bench.endpoint)", ["state": "deleted"], "state"),
            ("POST", "/tan", ["acount": "contractor"], "acount"), ("PUT", "/routes", ["manged": false], "manged"),
            ("PUT", "/routes", ["deny": [["form": "x"]]], "form"),
            ("POST", "/accounts", ["id": "third", "quota": 1], "quota"),
            ("PATCH", "/accounts/farm", ["state": "inactive"], "state"),
            ("POST", "/applications", ["version": []], "version"),
            ("POST", "/faults", ["kind": "offline", "listner": "gateway"], "listner"),
            ("POST", "/partners/\(partner)/compare", ["time": []], "time"),
            ("POST", "/partners/\(partner)/send", ["positions": [["lat": 1]]], "lat"),
        ] as [(String, String, JSONValue, String)] {
            let answer = bench.admin(method, path, body)
            #expect(answer.status == 400, "\(path) \(body)")
            #expect(answer.json["error"]?.text?.contains("unknown key \"\(name)\"") == true, "\(answer.json)")
        }
        #expect(bench.world.endpoints[bench.endpoint]?.status == .active && bench.world.routes.managed)
        #expect(bench.world.accounts["third"] == nil && bench.world.accounts["farm"]?.status == .active)
    }
}
