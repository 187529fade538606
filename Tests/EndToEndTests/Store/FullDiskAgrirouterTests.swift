// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Pausing, disconnecting and onboarding while the disk is full: it is in force, the answer says that it is not stored, and what the
/// disk still has of the endpoint is sent to no other one.
@Suite(.serialized, .enabled(if: StoreBench.mayMount, "making a disk needs root"), .timeLimit(.minutes(4)))
struct FullDiskAgrirouterTests {
    private func codes(_ answer: PlainHTTP.Answer) -> [String?] {
        [answer.json["code"] as? String, (answer.json["message"] as? [String: Any])?["code"] as? String]
    }

    @Test func `what is not stored is in force and said to be unsaved`() throws {
        let disk = try StoreBench()
        try disk.mount(kilobytes: 3072)
        let round = try AgrirouterRound(speed: 4, state: disk.state)
        let bench = round.bench
        try round.onboard()
        try disk.fillDisk()
        // The log of the database has room that is used again: changes are stored until that is full too.
        var isPaused = false
        var refusal: PlainHTTP.Answer?
        for _ in 0..<3000 where refusal == nil {
            let answer = try bench.request("POST", "/v1/agrirouter/\(isPaused ? "resume" : "pause")")
            isPaused.toggle()
            if answer.status != 200 { refusal = answer }
        }
        let unsaved = try #require(refusal, "the disk is never full")
        #expect(unsaved.status == 507 && codes(unsaved) == ["unsaved", "problem.unsaved"], "\(unsaved.text)")
        #expect((bench.state(try bench.uplink()) == "paused") == isPaused)

        let disconnected = try bench.request("DELETE", "/v1/agrirouter/onboarding")
        #expect(
            disconnected.status == 507 && codes(disconnected) == ["unsaved", "onboarding.not_emptied"],
            "\(disconnected.text)")
        #expect(bench.state(try bench.uplink()) == "not_onboarded")
        #expect(!FileManager.default.fileExists(atPath: bench.state + "/credentials/agrirouter.endpoint"))
        let again = try bench.request("DELETE", "/v1/agrirouter/onboarding")
        #expect(again.status == 409 && codes(again) == ["not_onboarded", "problem.not_onboarded"], "\(again.text)")
        // The room that the deleted endpoint had is taken too.
        try disk.fillDisk()
        let onboarded = try bench.onboarding("POST")
        #expect(onboarded.status == 507 && codes(onboarded) == ["unsaved", "onboarding.unsaved"], "\(onboarded.text)")
        #expect(try bench.request("DELETE", "/v1/agrirouter/onboarding").status == 507)

        // Room again: what was left is deleted without anybody asking, and everything works.
        unlink(disk.folder + "/ballast")
        try bench.daemon.wait(for: "deleted the waiting positions of the endpoint that was disconnected", within: 40)
        try round.onboard()
        #expect(bench.state(try bench.uplink()) == "online")
        #expect(FileManager.default.fileExists(atPath: bench.state + "/credentials/agrirouter.endpoint"))
    }
}
