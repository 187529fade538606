// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GatewayClient
import Synchronization
import Testing

/// Photos that are never taken; notes for which task they would be.
private final class FalseCaptures: CaptureControl {
    let asked = Mutex<[String]>([])

    private let absent = ControlError(.unavailable, "not here")

    private func note(_ words: String) { asked.withLock { $0.append(words) } }

    func captureCheck(
        of receiver: String?, by user: ControlUser?
    ) async throws(ControlError) -> CaptureCheckReport { throw absent }
    func startCapture(_ request: CaptureRequest, by user: ControlUser) async throws -> CaptureReport {
        note("take \(request.task ?? "-")")
        throw absent
    }
    func storeImage(
        of id: String, by user: ControlUser, camera: CameraReport, from body: FileBody
    ) async throws -> CaptureReport { throw absent }
    func removeCapture(_ id: String, includingSent: Bool, by user: ControlUser) async throws(ControlError) {
        note("delete \(id) \(includingSent)")
    }
    func setNote(
        _ note: String, of id: String, by user: ControlUser, ifRevision revision: Int?
    ) async throws(ControlError) -> CaptureReport { throw absent }
    func judgeAgain(_ id: String, by user: ControlUser) async throws(ControlError) -> CaptureReport { throw absent }
    func captures(
        of owner: String?, task: CaptureTaskFilter, for user: ControlUser, limit: Int, offset: Int
    ) async throws(ControlError) -> CapturesReport {
        note("list \(task)")
        return CapturesReport(captures: [], total: 0, bytes: 0, limit: 0, running: [])
    }
    func capture(_ id: String, for user: ControlUser) async throws(ControlError) -> CaptureReport { throw absent }
    func part(
        _ part: CapturePart, of id: String, for user: ControlUser
    ) async throws(ControlError) -> CaptureFile { throw absent }
    func pdf(
        of id: String, for user: ControlUser, language: String
    ) async throws(ControlError) -> CaptureFile { throw absent }
    func captureKey() async throws(ControlError) -> CaptureFile { throw absent }
    func runningCaptures() -> [CaptureReport] { [] }
    var imageLimit: Int { 1 << 20 }
}

/// The routes of photos over a real UNIX socket.
struct CaptureRoutesTests {
    @Test func `a photo is taken for a task, and photos are listed by it`() async throws {
        let captures = FalseCaptures()
        try await withDaemon(captures: captures) { daemon in
            let path = daemon.socketPath
            _ = try await RawClient.request("POST", "/v1/captures", body: #"{"task":"7"}"#, from: path)
            _ = try await RawClient.request("POST", "/v1/captures", from: path)
            for query in ["", "?task=7%2F%C3%A4", "?task="] {
                let answer = try await RawClient.get("/v1/captures\(query)", from: path)
                #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(query): \(answer)")
            }
            for filter in [CaptureTaskFilter.any, .none, .task("a b&c")] {
                #expect(try await daemon.client.captures(task: filter, limit: 5, offset: 0).total == 0)
            }
        }
        #expect(
            captures.asked.withLock { $0 } == [
                "take 7", "take -", "list any", #"list task("7/ä")"#, "list none", "list any", "list none",
                #"list task("a b&c")"#,
            ])
    }

    @Test func `a photo that was sent is deleted only on request`() async throws {
        let captures = FalseCaptures()
        try await withDaemon(captures: captures) { daemon in
            try await daemon.client.deleteCapture("p")
            try await daemon.client.deleteCapture("p", includingSent: true)
            let wrong = try await RawClient.request("DELETE", "/v1/captures/p?sent=yes", from: daemon.socketPath)
            #expect(wrong.hasPrefix("HTTP/1.1 400 "), "\(wrong)")
        }
        #expect(captures.asked.withLock { $0 } == ["delete p false", "delete p true"])
    }
}
