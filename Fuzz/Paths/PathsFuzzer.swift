// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Paths

// Input: files of paths in all formats.
//
// Requirements: an error is one line of text; a path that is read can be written in each format and read again unchanged.

func run(_ input: FuzzInput) {
    var input = input
    let format = PathFormat.allCases[input.choice(of: PathFormat.allCases.count)]
    var limits = PathReader.Limits()
    limits.points = 1 << 16
    let reader = PathReader(format, limits: limits)
    do {
        let paths = try reader.read(input.bytes)
        require(!paths.isEmpty, "no path and no error")
        require(paths.allSatisfy { $0.points.count <= input.bytes.count }, "more points than bytes")
        for path in paths.prefix(4) { writeAndRead(path) }
    } catch {
        require(!error.reason.isEmpty && error.reason.count < 600, "an error whose text is empty or too long")
        require(error.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "an error text that is not one line")
        require((error.line ?? 1) >= 1 && (error.column ?? 1) >= 1, "an invalid line or column: \(error)")
    }
}

private func writeAndRead(_ path: ImportedPath) {
    let start = path.started ?? UTCTime(nanosecondsSince1970: 0)
    var whole = RecordedPath(id: 1, name: path.name ?? "fuzz", user: "local", started: start)
    whole.ended = path.ended
    // XML formats omit characters that XML cannot contain, and do not distinguish an empty text from a missing one.
    let isPlain = path.points.allSatisfy { isPlainXML($0.receiver) }
    for format in PathFormat.allCases where isPlain || format == .csv || format == .geojson {
        do {
            var bytes: [UInt8] = []
            try PathWriter.write(whole, points: path.points, as: format) { bytes += $0 }
            let again = try PathReader(format).read(bytes)
            require(again.count == 1, "\(format): one path became \(again.count) paths")
            require(again.first?.points == path.points, "\(format): the points have changed")
            require(format == .csv || again.first?.ended == path.ended, "\(format): the end has changed")
        } catch { require(false, "\(format): the written path cannot be read: \(error)") }
    }
}

private func isPlainXML(_ text: String?) -> Bool {
    guard let text else { return true }
    return !text.isEmpty
        && text.unicodeScalars.allSatisfy {
            ($0.value >= 0x20 || [9, 10, 13].contains($0.value)) && !["\u{FFFE}", "\u{FFFF}"].contains($0)
        }
}
