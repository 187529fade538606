// SPDX-License-Identifier: Apache-2.0

/// What may be asked of the recording of paths, and of the paths that there are.
///
/// All of it throws `ControlError` where there is no such path, where the recording is not as the command needs it, and
/// where paths cannot be read or stored.
public protocol PathControl: Sendable {
    /// Paths, the newest first.
    ///
    /// - Parameters:
    ///   - tracks: pieces of the track log, instead of what people had recorded.
    ///   - limit: so many at most, 1...1000.
    ///   - offset: so many of the newest are left out, 0 and up.
    func paths(tracks: Bool, limit: Int, offset: Int) async throws(ControlError) -> [PathReport]

    /// A path; nil: the one that is being recorded.
    func path(_ id: Int64?) async throws(ControlError) -> PathReport

    /// A part of the points of a path, in order.
    ///
    /// - Parameters:
    ///   - first: the index of the first, 0 and up.
    ///   - limit: so many at most, 1...10 000.
    func points(of id: Int64, from first: Int, limit: Int) async throws(ControlError) -> [PathPointReport]

    /// Starts a path.
    func start(_ request: PathRequest) async throws(ControlError) -> PathReport

    /// No points are recorded until it is resumed.
    func pausePath() async throws(ControlError) -> PathReport

    /// Points are recorded again.
    func resumePath() async throws(ControlError) -> PathReport

    /// Ends the recording.
    func stopPath() async throws(ControlError) -> PathEndReport

    /// Takes the newest position as a point.
    func takePoint() async throws(ControlError) -> PathPointReport

    /// Takes the averaged point of the last sampling session as a point.
    func takeCentroid() async throws(ControlError) -> PathPointReport

    /// Takes the last point away, and answers it.
    func undoPoint() async throws(ControlError) -> PathPointReport

    /// Gives a path another name.
    func rename(path id: Int64, to name: String) async throws(ControlError) -> PathReport

    /// Removes a path that is not being recorded, and its points.
    func deletePath(_ id: Int64) async throws(ControlError)

    /// A path as a file.
    ///
    /// - Parameter format: `kml`, `kmz`, `gpx`, `geojson` or `csv`.
    func export(path id: Int64, as format: String) async throws(ControlError) -> PathFile

    /// Stores the paths of a file: all or none, one file at a time.
    ///
    /// - Parameters:
    ///   - format: as for an export.
    ///   - name: for paths that the file names not.
    ///   - body: hands the pieces of the file on, in order. Not called while another file is imported: that is refused at
    ///     once, with the code `PathImportLimit.busy`.
    /// - Throws: `ControlError`; what `body` throws.
    func importPaths(as format: String, name: String?, from body: @escaping PathFileBody) async throws -> [PathReport]
}

/// Hands the pieces of a file on, in order; throws what the taker throws, or why no more comes.
public typealias PathFileBody =
    @Sendable (_ take: @escaping @Sendable ([UInt8]) async throws -> Void) async throws -> Void

/// What an import may take, beside what the formats' readers allow.
public enum PathImportLimit {
    /// The largest file, in bytes.
    public static let bytes = 64 << 20
    /// How long a file may take to arrive.
    public static let arrival = Duration.seconds(60)
    /// How long no byte of a file may come while it arrives.
    public static let pause = Duration.seconds(10)
    /// The code of a refusal because another file is being imported.
    public static let busy = ControlError.Code.busy
    /// In how many seconds such an import may be tried again.
    public static let retryAfter = 5
}

/// A path as a file, written piece by piece.
public struct PathFile: Sendable {
    public var mediaType: String
    /// The name that it is to have.
    public var name: String
    /// Hands the pieces on, in order; throws what the reader throws, or why no more can be read.
    public var write: @Sendable (_ take: ([UInt8]) async throws -> Void) async throws -> Void

    public init(
        mediaType: String, name: String,
        write: @escaping @Sendable (_ take: ([UInt8]) async throws -> Void) async throws -> Void
    ) {
        (self.mediaType, self.name, self.write) = (mediaType, name, write)
    }
}
