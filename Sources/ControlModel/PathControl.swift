// SPDX-License-Identifier: Apache-2.0

/// The requests about recording paths and about stored paths.
///
/// A path belongs to the user who started or imported it, or to all if that user had no name. To others it does not
/// exist, but admins see all paths. While a path is being recorded it belongs to all.
///
/// All functions throw `ControlError` if the path does not exist, if the recording is in the wrong state for the
/// command, or if paths cannot be read or stored.
public protocol PathControl: Sendable {
    /// Stored paths, the newest first.
    ///
    /// - Parameters:
    ///   - tracks: True to list the pieces of the track log instead of the paths that users recorded.
    ///   - owner: Only the paths of this user; nil for all that the user may see.
    ///   - limit: The largest number of paths, 1...1000.
    ///   - offset: The number of newest paths to skip, 0 or more.
    /// - Throws: `ControlError` if paths cannot be read.
    func paths(
        tracks: Bool, of owner: String?, for user: ControlUser, limit: Int, offset: Int
    ) async throws(ControlError) -> [PathReport]

    /// A path; nil for the one being recorded.
    ///
    /// - Throws: `ControlError` if the path does not exist.
    func path(_ id: Int64?, for user: ControlUser) async throws(ControlError) -> PathReport

    /// A range of a path's points, in order.
    ///
    /// - Parameters:
    ///   - first: The index of the first point, 0 or more.
    ///   - limit: The largest number of points, 1...10 000.
    /// - Throws: `ControlError` if the path does not exist.
    func points(
        of id: Int64, for user: ControlUser, from first: Int, limit: Int
    ) async throws(ControlError) -> [PathPointReport]

    /// The coordinates of a path's points in columns, for drawing.
    ///
    /// - Parameters:
    ///   - first: The index of the first point, 0 or more.
    ///   - step: Every `step`-th point from the first one on is included, 1 or more.
    ///   - limit: The largest number of points, 1...10 000.
    /// - Throws: `ControlError` if the path does not exist.
    func line(
        of id: Int64, for user: ControlUser, from first: Int, step: Int, limit: Int
    ) async throws(ControlError) -> PathLineReport

    /// The number of times that users have added, renamed or deleted stored paths since the daemon started.
    var pathChanges: UInt64 { get async }

    /// Starts recording a path.
    ///
    /// - Parameter key: The client's mark for this command, here and in the following commands: a repetition with the same
    ///   key is not carried out again, and has the result of the first one. Nil for none.
    /// - Throws: `ControlError` if a path is being recorded or a value is wrong.
    func start(
        _ request: PathRequest, by user: ControlUser, key: IdempotencyKey?
    ) async throws(ControlError) -> PathReport

    /// Pauses the recording; no points are added until it is resumed.
    ///
    /// - Parameter path: The path that the command is meant for, here and in the following commands; it is refused if
    ///   another one is being recorded. Nil for any path.
    /// - Throws: `ControlError` if no path is being recorded or it is paused already.
    func pausePath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathReport

    /// Resumes the recording.
    ///
    /// - Throws: `ControlError` if the recording is not paused.
    func resumePath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathReport

    /// Ends the recording.
    ///
    /// - Throws: `ControlError` if no path is being recorded.
    func stopPath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathEndReport

    /// Adds the newest position as a point.
    ///
    /// - Throws: `ControlError` if there is no recording or no new position.
    func takePoint(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport

    /// Adds the averaged point of the last sampling session as a point.
    ///
    /// - Throws: `ControlError` if there is no recording or no averaged point.
    func takeCentroid(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport

    /// Removes the last point and returns it.
    ///
    /// - Throws: `ControlError` if there is no recording or no point.
    func undoPoint(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport

    /// Renames a path.
    ///
    /// - Throws: `ControlError` if the path does not exist or the name is not allowed.
    func rename(path id: Int64, to name: String, by user: ControlUser) async throws(ControlError) -> PathReport

    /// Deletes a path with its points. The path must not be the one that is being recorded.
    ///
    /// - Throws: `ControlError` if the path does not exist or is being recorded.
    func deletePath(_ id: Int64, by user: ControlUser) async throws(ControlError)

    /// Exports a path as a file.
    ///
    /// - Parameter format: `kml`, `kmz`, `gpx`, `geojson` or `csv`.
    /// - Throws: `ControlError` if the path does not exist or cannot be represented in the format.
    func export(path id: Int64, as format: String, for user: ControlUser) async throws(ControlError) -> PathFile

    /// Stores the paths in a file, either all or none. Only one file is imported at a time.
    ///
    /// - Parameters:
    ///   - format: `kml`, `kmz`, `gpx`, `geojson` or `csv`.
    ///   - name: The name for paths that have no name in the file.
    ///   - body: Passes the pieces of the file in order. It is not called while another file is imported; the request
    ///     is then refused at once with the code `PathImportLimit.busy`.
    /// - Throws: `ControlError`, or the error that `body` throws.
    func importPaths(
        as format: String, name: String?, by user: ControlUser, from body: @escaping FileBody
    ) async throws -> [PathReport]
}

/// The limits of an import, in addition to those of the formats' readers.
public enum PathImportLimit {
    /// The largest size of a file in bytes.
    public static let bytes = 64 << 20
    /// The longest time for the arrival of a file.
    public static let arrival = Duration.seconds(60)
    /// The longest pause during the arrival of a file.
    public static let pause = Duration.seconds(10)
    /// The code of the refusal while another file is imported.
    public static let busy = ControlError.Code.busy
    /// The number of seconds after which a refused import may be tried again.
    public static let retryAfter = 5
}

/// A path as a file that is written piece by piece.
public struct PathFile: Sendable {
    public var mediaType: String
    /// The file name.
    public var name: String
    /// Passes the pieces in order. Throws the error of `take`, or the reason why no more can be read.
    public var write: @Sendable (_ take: ([UInt8]) async throws -> Void) async throws -> Void

    public init(
        mediaType: String, name: String,
        write: @escaping @Sendable (_ take: ([UInt8]) async throws -> Void) async throws -> Void
    ) {
        (self.mediaType, self.name, self.write) = (mediaType, name, write)
    }
}
