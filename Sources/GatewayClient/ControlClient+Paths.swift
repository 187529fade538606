// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
internal import SystemSupport

extension ControlClient {
    /// The path of a recorded path in the control interface; nil for the one being recorded.
    public static func route(of path: Int64?) -> String {
        "\(ControlRoute.paths)/\(path.map(String.init) ?? "current")"
    }

    /// Returns the paths that users recorded, or the pieces of the track log, the newest first.
    ///
    /// - Throws: `ControlClientError`, like all methods of this extension.
    public func paths(tracks: Bool = false, limit: Int, offset: Int = 0) async throws -> [PathReport] {
        try await get("\(ControlRoute.paths)?kind=\(tracks ? "track" : "path")&limit=\(limit)&offset=\(offset)")
    }

    /// Returns a path; nil for the one being recorded.
    public func path(_ id: Int64?) async throws -> PathReport { try await get(Self.route(of: id)) }

    /// Returns at most `limit` (1...10 000) points of a path in order, from index `first`.
    public func points(of id: Int64, from first: Int, limit: Int) async throws -> [PathPointReport] {
        try await get("\(Self.route(of: id))/points?from=\(first)&limit=\(limit)")
    }

    /// Starts recording a path.
    public func start(_ request: PathRequest) async throws -> PathReport {
        try decoded(await send(.POST, ControlRoute.paths, body: [UInt8](try JSONEncoder().encode(request))))
    }

    /// Pauses the recording; single points can still be added.
    public func pausePath() async throws -> PathReport { try await command("pause") }

    /// Resumes the recording; a gap remains in the path.
    public func resumePath() async throws -> PathReport { try await command("resume") }

    /// Ends the recording. A path without points is discarded.
    public func stopPath() async throws -> PathEndReport { try await command("stop") }

    /// Takes the newest position as a point.
    public func takePoint() async throws -> PathPointReport { try await command("point") }

    /// Takes the averaged point of the last sampling session as a point.
    public func takeCentroid() async throws -> PathPointReport { try await command("centroid") }

    /// Removes the last point and returns it.
    public func undoPoint() async throws -> PathPointReport { try await command("undo") }

    /// Renames a path.
    public func rename(path id: Int64, to name: String) async throws -> PathReport {
        let body = [UInt8](try JSONEncoder().encode(PathNaming(name: name)))
        return try decoded(await send(.PATCH, Self.route(of: id), body: body))
    }

    /// Deletes a stored path and its points.
    public func deletePath(_ id: Int64) async throws { _ = try await send(.DELETE, Self.route(of: id)) }

    /// Exports a path as a file, piece by piece.
    ///
    /// - Parameters:
    ///   - format: `kml`, `kmz`, `gpx`, `geojson` or `csv`.
    ///   - take: Called with each piece.
    /// - Throws: `ControlClientError`, or an error of `take`.
    public func export(path id: Int64?, as format: String, to take: @Sendable ([UInt8]) async throws -> Void)
        async throws
    {
        try await download("\(Self.route(of: id)).\(PercentEncoding.encoded(format))", to: take)
    }

    /// Stores the paths of a file.
    ///
    /// - Parameters:
    ///   - bytes: The file, at most `PathImportLimit.bytes`.
    ///   - format: `kml`, `kmz`, `gpx`, `geojson` or `csv`.
    ///   - name: The name for paths that have no name in the file.
    public func importPaths(_ bytes: [UInt8], as format: String, name: String?) async throws -> [PathReport] {
        let query =
            "?format=\(PercentEncoding.encoded(format))" + (name.map { "&name=\(PercentEncoding.encoded($0))" } ?? "")
        return try decoded(await send(.POST, "\(ControlRoute.paths)/import\(query)", body: bytes))
    }

    private func command<Value: Decodable>(_ word: String) async throws -> Value {
        try decoded(await send(.POST, "\(ControlRoute.paths)/current/\(word)"))
    }
}
