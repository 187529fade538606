// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import SystemSupport

/// Formats paths for people.
enum PathText {
    /// The paths, one per line.
    static func table(_ paths: [PathReport]) -> String {
        let rows = paths.map { path -> [String] in
            let mark = path.isImported == true ? "yes" : "-"
            return [
                "\(path.id)", path.state.code, instant(path.started), path.ended.map(instant) ?? "-",
                "\(path.points)",
                path.length.map { "\(decimal($0)) m" } ?? "-", path.area.map { "\(decimal($0)) m²" } ?? "-",
                path.sent.code, mark, path.name.shownLine,
            ]
        }
        return TextTable(
            ["ID", "STATE", "START", "END", "POINTS", "LENGTH", "AREA", "SENT", "IMPORTED", "NAME"], rows
        ).text
    }

    /// The properties of a path, one per line.
    static func words(_ path: PathReport) -> String {
        let owner = path.user == "local" ? "" : " of \(path.user.shownLine)"
        var lines = ["path \(path.id) \"\(path.name.shownLine)\"\(owner): \(path.state)"]
        lines.append("started \(instant(path.started))" + (path.ended.map { ", ended \(instant($0))" } ?? ""))
        lines.append(points(path.points) + (path.length.map { ", length \(decimal($0)) m" } ?? ""))
        if let area = path.area {
            let other = path.sphericalArea.map { " (\(decimal($0)) m² by the reference applications' formula)" }
            lines.append("area \(decimal(area)) m²" + (other ?? ""))
        }
        if path.isImported == true { lines.append("imported from a file, whose statements the gateway cannot check") }
        if path.crossesItself == true { lines.append("the path crosses itself: the area is a net area") }
        if let recording = path.recording {
            lines.append(words(recording))
            if let warning = datumWarning(recording) { lines.append("warning: \(warning)") }
        }
        return lines.joined(separator: "\n")
    }

    private static func words(_ recording: PathRecordingReport) -> String {
        let way =
            recording.interval.map { "one point every \($0) s" } ?? recording.distance.map {
                "one point every \(decimal($0)) m"
            }
            ?? "manual points"
        let source = recording.receiver.map { "from \($0)" } ?? "no receiver is active"
        let waiting = recording.waiting > 0 ? "; \(points(recording.waiting)) waiting to be stored" : ""
        let lost = recording.lost > 0 ? "; \(points(UInt64(recording.lost))) lost" : ""
        return "\(way), \(source)" + waiting + lost
    }

    /// The reason why nothing is recorded although the receiver has positions; nil if there is no such reason.
    static func datumWarning(_ recording: PathRecordingReport) -> String? {
        guard let datum = recording.foreignDatum else { return nil }
        let receiver = recording.receiver.map { "\($0.shownLine) reports" } ?? "the receiver reports"
        return "\(receiver) positions in the datum \(datum.shownLine), and only positions in WGS 84 are recorded; "
            + "set the receiver to WGS 84"
    }

    /// A point on one line.
    static func line(_ point: PathPointReport) -> String {
        let place = "\(decimal(point.latitude, 9)) \(decimal(point.longitude, 9))"
        let height = point.ellipsoidalHeight.map { "\(decimal($0, 3)) m" } ?? "-"
        let accuracy = point.horizontalAccuracy.map { "±\(decimal($0, 3)) m" } ?? "-"
        let time = point.time?.description ?? "-"
        let gap = point.beginsSegment ? " gap before" : ""
        let trust = point.authentication.map { " \($0)" } ?? ""
        return
            "\(point.index.map { "\($0) " } ?? "")\(time) \(place) \(height) \(accuracy) \(point.origin)\(trust)\(gap)"
    }

    /// The number with its noun: `1 point`, `2 points`.
    static func points(_ count: some BinaryInteger) -> String { CountText.words(count, "point") }

    private static func instant(_ time: Timestamp) -> String { InstantText.words(time) }

    /// A number with at most `places` decimals.
    static func decimal(_ value: Double, _ places: Int = 1) -> String {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        guard value.isFinite, value.magnitude < 1e15 / scale else { return "\(value)" }
        let units = Int64((value.magnitude * scale).rounded())
        let (whole, rest) = units.quotientAndRemainder(dividingBy: Int64(scale))
        let digits = String(rest)
        let sign = value < 0 && units > 0 ? "-" : ""
        return "\(sign)\(whole).\(String(repeating: "0", count: places - digits.count))\(digits)"
    }
}
