// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Hummingbird

/// The route of expected satellites.
struct SkyRoutes: Sendable {
    let control: any SkyControl

    func add(to router: Router<ControlContext>) {
        router.get("/v1/sky/expected") { request, _ in
            let parameters = try RequestParameters(request, "receiver", "time")
            let time = try parameters["time"].map { text throws(ControlError) in
                guard let time = UTCTime(iso8601: text) else {
                    throw ControlError(
                        .invalid, "\"\(text.prefix(100))\" is not a time: give one such as 2026-05-04T12:30:05Z")
                }
                return time
            }
            return try JSONAnswer.response(
                await control.expectedSky(of: parameters["receiver"], at: time), compressedFor: request)
        }
    }
}
