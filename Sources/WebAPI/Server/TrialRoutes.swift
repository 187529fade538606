// SPDX-License-Identifier: Apache-2.0

internal import Hummingbird
internal import ObservationBus

/// Finding receivers, pairing with them and trying them.
struct TrialRoutes: Sendable {
    static let scanPath = "/v1/receivers/scan"

    let control: any ReceiverTrials

    func add(to router: Router<BasicRequestContext>) {
        // It leaves nothing behind, and one goes on at a time.
        router.get(RouterPath(Self.scanPath)) { request, _ in
            let parameters = request.uri.queryParameters
            let transport = parameters["transport"].map(String.init) ?? "bluetooth"
            guard ["bluetooth", "bt"].contains(transport) else {
                throw ControlRefusal(
                    .invalid,
                    "transport is \"\(transport)\", allowed is bluetooth; serial devices are told by GET /v1/devices")
            }
            let seconds = try Self.seconds(parameters["seconds"].map(String.init), in: 1...120) ?? 11
            return try JSONAnswer.response(
                await control.scanBluetooth(for: seconds, adapter: parameters["adapter"].map(String.init)))
        }
        router.post("/v1/receivers/:id/pair") { request, context in
            let wanted: PairingRequest = try await CommandRoutes.body(
                request,
                form:
                    #"{"pin":"0000","default_pins":false,"agrees":false,"adapter":"hci0","seconds":20}, each optional"#,
                isOptional: true)
            return try JSONAnswer.response(await control.pair(try PathText.parameter("id", context), wanted))
        }
        router.post("/v1/receivers/:id/test") { request, context in
            let seconds = try Self.seconds(request.uri.queryParameters["seconds"].map(String.init), in: 1...3600)
            return try JSONAnswer.response(await control.test(try PathText.parameter("id", context), for: seconds))
        }
    }

    private static func seconds(_ text: String?, in range: ClosedRange<Double>) throws(ControlRefusal) -> Double? {
        guard let text else { return nil }
        guard let seconds = Double(text), range.contains(seconds) else {
            throw ControlRefusal(
                .invalid,
                "seconds is \"\(text.prefix(20))\", allowed is \(Int(range.lowerBound))...\(Int(range.upperBound))")
        }
        return seconds
    }
}
