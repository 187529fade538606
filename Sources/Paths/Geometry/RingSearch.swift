// SPDX-License-Identifier: Apache-2.0

/// Searches a ring of corners for a crossing by comparing a binary tree of bounding boxes, each around a run of edges,
/// with itself.
struct RingSearch {
    /// The number of edges in the smallest box.
    private static let run = 8

    private struct Box {
        var low: Direction
        var high: Direction

        init(_ arc: Arc) {
            let (a, b) = (arc.from, arc.to)
            let chord = b - a
            // An arc deviates from its chord by at most a quarter of the chord's square; the box allows for twice that.
            let bulge = 0.5 * chord.dot(chord) + Direction.resolution
            low = Direction(min(a.x, b.x) - bulge, min(a.y, b.y) - bulge, min(a.z, b.z) - bulge)
            high = Direction(max(a.x, b.x) + bulge, max(a.y, b.y) + bulge, max(a.z, b.z) + bulge)
        }

        mutating func include(_ other: Box) {
            low = Direction(min(low.x, other.low.x), min(low.y, other.low.y), min(low.z, other.low.z))
            high = Direction(max(high.x, other.high.x), max(high.y, other.high.y), max(high.z, other.high.z))
        }

        func overlaps(_ other: Box) -> Bool {
            low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
                && low.z <= other.high.z && other.low.z <= high.z
        }
    }

    private struct Pair {
        let level: Int
        let first: Int
        let second: Int
    }

    private let corners: [Direction]
    /// The boxes by level, from the smallest ones to the one that encloses all.
    private var levels: [[Box]] = []
    /// The remaining number of edge pairs to compare.
    private(set) var effort: Int

    init(_ corners: [Direction], effort: Int) {
        (self.corners, self.effort) = (corners, effort)
        var boxes: [Box] = []
        for start in stride(from: 0, to: corners.count, by: Self.run) {
            var box = Box(edge(start))
            for index in edges(of: start / Self.run).dropFirst() { box.include(Box(edge(index))) }
            boxes.append(box)
        }
        levels.append(boxes)
        while boxes.count > 1 {
            boxes = stride(from: 0, to: boxes.count, by: 2).map { index in
                var box = boxes[index]
                if index + 1 < boxes.count { box.include(boxes[index + 1]) }
                return box
            }
            levels.append(boxes)
        }
    }

    private func edge(_ index: Int) -> Arc {
        Arc(from: corners[index], to: corners[index + 1 == corners.count ? 0 : index + 1])
    }

    private func edges(of box: Int) -> Range<Int> {
        box * Self.run..<min(corners.count, (box + 1) * Self.run)
    }

    /// Returns true if two edges meet; nil if the effort is exhausted.
    mutating func run() -> Bool? {
        var waiting = [Pair(level: levels.count - 1, first: 0, second: 0)]
        while let pair = waiting.popLast() {
            guard effort > 0 else { return nil }
            if pair.first != pair.second {
                effort -= 1
                guard levels[pair.level][pair.first].overlaps(levels[pair.level][pair.second]) else { continue }
            }
            if pair.level == 0 {
                if meet(pair) { return true }
            } else {
                divide(pair, &waiting)
            }
        }
        return false
    }

    private func divide(_ pair: Pair, _ waiting: inout [Pair]) {
        let count = levels[pair.level - 1].count
        for first in 2 * pair.first...2 * pair.first + 1 where first < count {
            for second in 2 * pair.second...2 * pair.second + 1 where second < count && first <= second {
                waiting.append(Pair(level: pair.level - 1, first: first, second: second))
            }
        }
    }

    private mutating func meet(_ pair: Pair) -> Bool {
        let (first, second) = (edges(of: pair.first), edges(of: pair.second))
        effort -= first.count * second.count
        for a in first {
            let arc = edge(a)
            for b in second where b > a + 1 && !(a == 0 && b == corners.count - 1) {
                if arc.meets(edge(b)) { return true }
            }
        }
        return false
    }
}
