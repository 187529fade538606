// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Hummingbird
internal import Settings

/// The routes of sampling sessions.
struct CentroidRoutes: Sendable {
    let control: any CentroidControl

    func add(to router: Router<ControlContext>) {
        router.get(RouterPath(ControlRoute.centroid)) { _, _ in try JSONAnswer.response(await control.centroids()) }
        router.get("/v1/centroid/:id/samples") { _, context in
            let text = try PathText.parameter("id", context)
            guard let session = UInt64(text) else {
                throw ControlError(.notFound, "\"\(text.prefix(40))\" is not a sampling session's number")
            }
            return try JSONAnswer.response(await control.samples(of: session))
        }
        router.post("/v1/centroid/start") { request, _ in
            let wanted: CentroidRequest = try await CommandRoutes.body(
                request, form: #"{"receiver":"ID","continuous":false,"# + CentroidChange.form.dropFirst(),
                isOptional: true)
            return try JSONAnswer.response(await control.startCentroid(wanted))
        }
        router.post("/v1/centroid/stop") { request, _ in
            try JSONAnswer.response(await control.stopCentroid(try await Self.session(request)))
        }
        router.post("/v1/centroid/reset") { request, _ in
            try JSONAnswer.response(await control.resetCentroid(try await Self.session(request)))
        }
        router.get(RouterPath(ControlRoute.centroidSettings)) { _, _ in
            try JSONAnswer.response(await control.centroidSettings())
        }
        router.put(RouterPath(ControlRoute.centroidSettings)) { request, _ in
            let change: CentroidChange = try await CommandRoutes.body(
                request, form: CentroidChange.form, isOptional: true)
            return try JSONAnswer.response(await control.changeCentroidSettings(change))
        }
        router.post("/v1/centroid/settings/reset") { _, _ in
            try JSONAnswer.response(await control.resetCentroidSettings(nil))
        }
        router.post("/v1/centroid/settings/:name/reset") { _, context in
            try JSONAnswer.response(await control.resetCentroidSettings(try PathText.parameter("name", context)))
        }
    }

    private static func session(_ request: Request) async throws -> UInt64? {
        let choice: SamplingChoice = try await CommandRoutes.body(
            request, form: #"{"session":1}"#, isOptional: true)
        return choice.session
    }
}
