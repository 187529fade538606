// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A gateway whose machine has had no network since its start.
@Suite struct NoNetworkTests {
    @Test(.enabled(if: OwnNetwork.isPossible), .timeLimit(.minutes(4)))
    func `without a network since the start, a photo is sealed with its verdict, and a path is stored`() throws {
        let folder = try TemporaryFolder()
        let bench = try ConsoleBench(
            authenticIn: folder, more: "captures: { enabled: true, osnma: verified }", hasNetwork: false)
        var answer = ""
        // Until the receiver is known, there is nothing to record.
        try eventually("no path is recorded: \(answer)") {
            let begun = try bench.ask("POST", "/v1/paths", body: #"{"name":"field"}"#)
            answer = begun.text
            return begun.status == 201
        }
        let photo = try TestPhoto.take(socket: bench.daemon.socket)
        let check = try bench.ask("GET", "/v1/captures/\(photo)/verification").json
        #expect(check["outcome"] as? String == "valid", "\(check)")
        #expect(try bench.ask("PATCH", "/v1/captures/\(photo)", body: #"{"note":"corn"}"#).status == 200)
        let photos = try bench.ask("GET", "/v1/captures").json["captures"] as? [[String: Any]]
        #expect(photos?.map { $0["id"] as? String } == [photo] && photos?.first?["note"] as? String == "corn")
        #expect(photos?.first?["verdict"] as? String == "authenticated")
        let stopped = try bench.ask("POST", "/v1/paths/current/stop").json
        #expect(stopped["saved"] as? Bool == true, "\(stopped)")
        let points = try bench.ask("GET", "/v1/paths/1/points").text
        #expect(points.contains("\"latitude\":52.47"), "\(points.prefix(1000))")
    }
}
