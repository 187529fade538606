// SPDX-License-Identifier: Apache-2.0

/// Finds what was probably meant.
enum NearMiss {
    /// The word nearest to `word`, nil where none is near: at most a third of its characters may differ, and at most
    /// three, where a swap of two neighbours counts as one.
    static func of(_ word: String, in words: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let normal = Array(word.lowercased().replacingDashes.utf8)
        let allowed = min(3, max(1, normal.count / 3))
        let near = words.compactMap { candidate -> (distance: Int, word: String)? in
            guard candidate.utf8.count <= 64 else { return nil }
            let distance = distance(normal, Array(candidate.lowercased().replacingDashes.utf8))
            return distance <= allowed ? (distance, candidate) : nil
        }
        return near.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }

    /// The distance of optimal string alignment.
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
