// SPDX-License-Identifier: Apache-2.0

public import Storage

/// The reason that a recording command was refused. Nothing is changed in that case.
public enum PathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A path is already being recorded.
    case busy(id: Int64)
    /// Another path than the named one is being recorded; contains both numbers.
    case other(named: Int64, current: Int64)
    /// No path is being recorded.
    case idle
    /// Another command had the same idempotency key.
    case keyReused
    /// The recording is already paused.
    case paused
    /// The recording is not paused.
    case notPaused
    /// No receiver can supply positions; contains the requested receiver's name, if any.
    case noSource(String?)
    /// The newest position is too old; contains its age in seconds, or nil without a position.
    case noFix(age: Double?)
    /// The newest position has already been taken.
    case sameEpoch
    /// There is no averaged point, or it has already been taken.
    case noCentroid
    /// The path has no points.
    case noPoint
    /// A value is out of range; the text names it and the permitted range.
    case badOrder(String)
    /// The path cannot be stored.
    case store(StoreError)

    /// The refusal with its remedy, for people.
    public var description: String {
        switch self {
        case .busy(let id):
            "path \(id) is already being recorded; stop it first (gnss-gateway paths stop)"
        case .other(let named, let current): "path \(named) is not being recorded any more; path \(current) is"
        case .idle: "no path is being recorded; start one (gnss-gateway paths start)"
        case .keyReused: "another command had the same Idempotency-Key; each command needs a key of its own"
        case .paused: "the recording is already paused; resume it (gnss-gateway paths resume)"
        case .notPaused: "the recording is not paused"
        case .noSource(let name?):
            "the receiver \"\(name)\" delivers no data, so nothing is recorded; 'gnss-gateway receivers list' shows "
                + "the running ones"
        case .noSource(nil):
            "no receiver has a position, so nothing is recorded; 'gnss-gateway receivers list' shows what is plugged in "
                + "and 'gnss-gateway doctor' the likely cause"
        case .noFix(let age):
            "cannot add a point: "
                + (age.map { "the newest position is \(Int($0.rounded())) s old" } ?? "there is no position")
                + ", and 5 s are allowed; wait until the receiver has one"
        case .sameEpoch: "the latest position is already the path's last point; wait for the next one"
        case .noCentroid:
            "cannot add an averaged point: no sampling session of this receiver has finished since the path began, or its "
                + "result was already used"
        case .noPoint: "cannot remove a point: the path has none"
        case .badOrder(let text): text
        case .store(let failure): failure.description
        }
    }
}
