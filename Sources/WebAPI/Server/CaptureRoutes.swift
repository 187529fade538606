// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Translations

/// The routes for photos.
struct CaptureRoutes: Sendable {
    /// The longest time for the arrival of an image, and the longest pause in it.
    private static let arrival = Duration.seconds(600)
    private static let pause = Duration.seconds(30)

    let control: any CaptureControl

    func add(to router: Router<ControlContext>) {
        router.get("/v1/captures/check") { request, context in
            let parameters = try RequestParameters(request, "receiver")
            let report = try await control.captureCheck(of: parameters["receiver"], by: context.user)
            return try JSONAnswer.response(report)
        }
        addReading(to: router)
        addPDF(to: router)
        router.post("/v1/captures") { request, context in
            let wanted: CaptureRequest = try await CommandRoutes.body(
                request,
                form:
                    #"{"receiver":"ID","countdown_s":5,"note":"TEXT","task":"ID","camera":{"heading_deg":0,"heading_reference":"true"}}"#
                    + ", each optional", isOptional: true)
            let report = try await Self.checked { try await control.startCapture(wanted, by: context.user) }
            return try JSONAnswer.response(report, status: .accepted)
        }
        router.put("/v1/captures/:id/image") { request, context in
            let limits = FileUpload.Limits(
                kind: "a photo", bytes: control.imageLimit, remedy: "take it with fewer pixels", arrival: Self.arrival,
                pause: Self.pause)
            let upload = FileUpload(request, limits)
            try upload.checkLength()
            let (id, camera) = (try PathText.parameter("id", context), try Self.camera(request))
            let report = try await Self.checked {
                try await control.storeImage(of: id, by: context.user, camera: camera) { take in
                    try await upload.read(into: take)
                }
            }
            return try JSONAnswer.response(report)
        }
        router.patch("/v1/captures/:id") { request, context in
            let change: CaptureNote = try await CommandRoutes.body(request, form: #"{"note":"TEXT"}"#)
            let id = try PathText.parameter("id", context)
            // No photo has a revision that is not a number.
            let revision = try request.requiredVersion().map { Int($0) ?? -1 }
            return try Self.response(
                await control.setNote(change.note, of: id, by: context.user, ifRevision: revision))
        }
        router.post("/v1/captures/:id/revalidate") { _, context in
            let id = try PathText.parameter("id", context)
            return try JSONAnswer.response(await control.judgeAgain(id, by: context.user))
        }
        router.delete("/v1/captures/:id") { request, context in
            let query = try RequestParameters(request, "sent")
            try await control.removeCapture(
                try PathText.parameter("id", context),
                includingSent: try query.word("sent", of: ["true", "false"]) == "true", by: context.user)
            return Response(status: .noContent)
        }
    }

    private func addReading(to router: Router<ControlContext>) {
        router.get("/v1/captures") { request, context in
            let query = try RequestParameters(request, "user", "task", "limit", "offset")
            let task = query["task"].map { $0.isEmpty ? CaptureTaskFilter.none : .task($0) } ?? .any
            return try JSONAnswer.response(
                await control.captures(
                    of: query["user"], task: task, for: context.user,
                    limit: try query.number("limit", in: 1...1000) ?? 100,
                    offset: try query.number("offset", in: 0...Int(Int32.max)) ?? 0))
        }
        router.get("/v1/captures/key") { _, _ in Self.response(try await control.captureKey()) }
        router.get("/v1/captures/:id") { _, context in
            try Self.response(
                await control.capture(try PathText.parameter("id", context), for: context.user))
        }
        for part in CapturePart.allCases {
            router.get("/v1/captures/:id/\(part.rawValue)") { _, context in
                let id = try PathText.parameter("id", context)
                return Self.response(try await control.part(part, of: id, for: context.user))
            }
        }
    }

    private func addPDF(to router: Router<ControlContext>) {
        router.get("/v1/captures/:id/pdf") { request, context in
            let id = try PathText.parameter("id", context)
            let query = try RequestParameters(request, "language")
            let language = try query.word("language", of: MessageLanguage.allCases.map(\.rawValue))
            return Self.response(
                try await control.pdf(
                    of: id, for: context.user, language: language ?? request.language.rawValue))
        }
    }

    /// Answers a photo whose conditions are not met with its reasons.
    private static func checked(_ body: () async throws -> CaptureReport) async throws -> CaptureReport {
        do {
            return try await body()
        } catch let refusal as CaptureRefusal {
            throw Problem(refusal)
        }
    }

    /// What the client says of its camera, in the parameters of the address.
    private static func camera(_ request: Request) throws -> CameraReport {
        let query = try RequestParameters(
            request, "heading_deg", "heading_reference", "tilt_deg", "pitch_deg", "roll_deg", "horizontal_view_deg",
            "vertical_view_deg", "maker", "model", "platform")
        var camera = CameraReport()
        camera.heading = try query.number("heading_deg", in: 0.0...360.0)
        camera.reference = try query.word("heading_reference", of: CameraReport.Reference.allCases.map(\.rawValue))
            .flatMap(CameraReport.Reference.init)
        camera.tilt = try query.number("tilt_deg", in: 0.0...180.0)
        camera.pitch = try query.number("pitch_deg", in: -180.0...180.0)
        camera.roll = try query.number("roll_deg", in: -180.0...180.0)
        camera.horizontalView = try query.number("horizontal_view_deg", in: 0.0...360.0)
        camera.verticalView = try query.number("vertical_view_deg", in: 0.0...360.0)
        (camera.maker, camera.model, camera.platform) = (query["maker"], query["model"], query["platform"])
        return camera
    }

    /// A report, with the revision of a stored photo as its entity tag.
    private static func response(_ report: CaptureReport) throws -> Response {
        var response = try JSONAnswer.response(report)
        if let summary = report.summary { response.headers[.eTag] = "\"\(summary.revision)\"" }
        return response
    }

    private static func response(_ file: CaptureFile) -> Response {
        .file(file.name, file.mediaType, ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
