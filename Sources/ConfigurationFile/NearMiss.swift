// SPDX-License-Identifier: Apache-2.0

/// Suggests a known word in place of a misspelled one.
enum NearMiss {
    /// Returns the known word nearest to `word`; nil if none is near. At most a third of its characters and at most
    /// three may differ; swapping two neighbours counts as one.
    static func of(_ word: String, in words: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let normal = Array(word.lowercased().replacingDashes.utf8)
        let allowed = min(3, max(1, normal.count / 3))
        let near = words.compactMap { candidate -> (distance: Int, word: String)? in
            guard candidate.utf8.count <= 64 else { return nil }
            let distance = distance(normal, Array(candidate.lowercased().replacingDashes.utf8))
            return distance <= allowed ? (distance, candidate) : nil
        }
        return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word ?? related(normal, words)
    }

    /// Returns the one word that `word` abbreviates, or that abbreviates it: `nmea` for `nmea-serial`, `baudrate` for
    /// `baud`, `ublox` for `ubx`. Nil if there are several.
    private static func related(_ word: [UInt8], _ words: [String]) -> String? {
        let found = words.filter { candidate in
            let other = Array(candidate.lowercased().replacingDashes.utf8)
            guard word.count >= 3, other.count >= 3, other.count <= 64 else { return false }
            let parts = other.split(separator: UInt8(ascii: "_")).filter { $0.count >= 4 }
            return parts.contains { word.starts(with: $0) || $0.starts(with: word) } || isShortened(word, to: other)
        }
        return found.count == 1 ? found.first : nil
    }

    /// True if `short` results from removing letters of `word`, but not the first or last and at most half of them.
    private static func isShortened(_ word: [UInt8], to short: [UInt8]) -> Bool {
        guard word.first == short.first, word.last == short.last, word.count <= 2 * short.count else { return false }
        var rest = short[...]
        for letter in word where letter == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }

    /// The optimal string alignment distance.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
                row.append(best)
            }
            (before, previous) = (previous, row)
        }
        return previous[b.count]
    }
}

extension String {
    fileprivate var replacingDashes: String { String(map { $0 == "-" || $0 == " " ? "_" : $0 }) }
}
