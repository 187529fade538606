// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import FoundationEssentials
internal import NIOHTTP1
internal import SystemSupport

extension ControlClient {
    /// The path of a photo in the control interface.
    public static func route(ofCapture id: String) -> String {
        "\(ControlRoute.captures)/\(PercentEncoding.encoded(id))"
    }

    /// Begins the countdown of a photo.
    ///
    /// - Throws: `ControlClientError`, like all methods of this extension.
    public func startCapture(_ request: CaptureRequest) async throws -> CaptureReport {
        try decoded(await send(.POST, ControlRoute.captures, body: [UInt8](try JSONEncoder().encode(request))))
    }

    /// Sends the image of a photo whose moment has come.
    public func sendImage(_ bytes: [UInt8], of id: String) async throws -> CaptureReport {
        try decoded(await send(.PUT, Self.route(ofCapture: id) + "/image", body: bytes))
    }

    /// Returns a photo.
    public func capture(_ id: String) async throws -> CaptureReport { try await get(Self.route(ofCapture: id)) }

    /// Returns stored photos, the newest first.
    public func captures(
        task: CaptureTaskFilter = .any, limit: Int, offset: Int
    ) async throws -> CapturesReport {
        let filter =
            switch task {
            case .any: ""
            case .none: "&task="
            case .task(let id): "&task=\(PercentEncoding.encoded(id))"
            }
        return try await get("\(ControlRoute.captures)?limit=\(limit)&offset=\(offset)\(filter)")
    }

    /// Changes the note of a photo.
    public func setNote(_ note: String, ofCapture id: String) async throws -> CaptureReport {
        let body = [UInt8](try JSONEncoder().encode(CaptureNote(note: note)))
        return try decoded(await send(.PATCH, Self.route(ofCapture: id), body: body))
    }

    /// Judges the position of a photo again.
    public func judgeAgain(capture id: String) async throws -> CaptureReport {
        try decoded(await send(.POST, Self.route(ofCapture: id) + "/revalidate"))
    }

    /// Cancels or deletes a photo.
    ///
    /// - Parameter includingSent: True to delete also one that was sent to the back office.
    public func deleteCapture(_ id: String, includingSent: Bool = false) async throws {
        _ = try await send(.DELETE, Self.route(ofCapture: id) + (includingSent ? "?sent=true" : ""))
    }

    /// Passes on a part of a photo, piece by piece.
    ///
    /// - Throws: `ControlClientError`, or an error of `take`.
    public func part(
        _ part: CapturePart, ofCapture id: String, to take: @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        try await download("\(Self.route(ofCapture: id))/\(part.rawValue)", to: take)
    }

    /// Passes on a stored photo as PDF, piece by piece.
    ///
    /// - Parameter language: `en`, `de` or `fr`.
    /// - Throws: `ControlClientError`, or an error of `take`.
    public func pdf(
        ofCapture id: String, language: String, to take: @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        try await download("\(Self.route(ofCapture: id))/pdf?language=\(language)", to: take)
    }

    /// Returns the gateway's public key for photos as PEM.
    public func captureKey() async throws -> String {
        String(decoding: try await send(.GET, ControlRoute.captures + "/key"), as: UTF8.self)
    }
}
