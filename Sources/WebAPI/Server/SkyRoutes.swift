// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Hummingbird

/// The route of expected satellites.
struct SkyRoutes: Sendable {
    let control: any SkyControl

    func add(to router: Router<ControlContext>) {
        router.get("/v1/sky/expected") { request, _ in
            var (receiver, time): (String?, UTCTime?) = (nil, nil)
            for (name, value) in try request.parameters() {
                switch name {
                case "receiver": receiver = String(value)
                case "time":
                    guard let instant = UTCTime(iso8601: value) else {
                        throw ControlError(
                            .invalid, "\"\(value.prefix(100))\" is not a time: give one such as 2026-05-04T12:30:05Z")
                    }
                    time = instant
                default:
                    throw ControlError(
                        .invalid, "unknown parameter \"\(name.prefix(100))\"; allowed are receiver, time")
                }
            }
            return try JSONAnswer.response(
                await control.expectedSky(of: receiver, at: time), compressedFor: request)
        }
    }
}
