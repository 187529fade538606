// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The way over a field, piece by piece, in metres along its first pass and to the right of it.
private struct FieldPath {
    private(set) var knots: [RouteKnot] = []
    private let frame: LocalFrame
    private let height: Double
    private let ahead: SIMD2<Double>

    init(from corner: RoutePoint, heading: Double) {
        (frame, height) = (RouteKnot(corner).frame, corner.height)
        ahead = SIMD2(sin(heading * .pi / 180), cos(heading * .pi / 180))
    }

    /// A place, and the speed from there on.
    mutating func add(_ along: Double, _ across: Double, _ speed: Double) {
        let place = frame.moved(
            east: along * ahead.x + across * ahead.y, north: along * ahead.y - across * ahead.x, height: height)
        knots.append(RouteKnot(place, height: height, speed: speed))
    }

    /// An arc without its last place, from which the next piece goes on. Its places are two degrees apart, so that a tractor
    /// turns a little at each, and not by jerks.
    ///
    /// - Parameters:
    ///   - start: seen from the centre, in degrees from along to the right.
    ///   - turn: degrees, to the right positive.
    mutating func turn(
        round along: Double, _ across: Double, radius: Double, from start: Double, by turn: Double, _ speed: Double
    ) {
        let steps = Int(abs(turn) / 2)
        for step in 0..<steps {
            let angle = (start + turn * Double(step) / Double(steps)) * .pi / 180
            add(along + radius * cos(angle), across + radius * sin(angle), speed)
        }
    }
}

extension FieldPattern {
    func knots(from corner: RoutePoint) -> [RouteKnot] {
        var path = FieldPath(from: corner, heading: heading)
        let passes = max(1, Int(min(1000, width / max(0.1, workingWidth))))
        for pass in 0..<passes {
            let isAway = pass % 2 == 0
            let across = Double(pass) * workingWidth
            path.add(isAway ? 0 : length, across, corner.speed)
            guard pass + 1 < passes else { break }
            // Half a circle on the headland.
            path.turn(
                round: isAway ? length : 0, across + radius, radius: radius, from: -90, by: isAway ? 180 : -180,
                turnSpeed)
        }
        let last = Double(passes - 1) * workingWidth
        if isRepeated {
            if passes % 2 == 0 { goBack(&path, from: last) } else { goRound(&path, from: last) }
            path.add(0, 0, corner.speed)
        } else {
            path.add(passes % 2 == 0 ? 0 : length, last, corner.speed)
        }
        return path.knots
    }

    /// In metres: from a pass to the one beside it.
    private var radius: Double { workingWidth / 2 }

    /// From the near end of the last pass over the headland there.
    private func goBack(_ path: inout FieldPath, from across: Double) {
        path.turn(round: 0, across - radius, radius: radius, from: 90, by: 90, turnSpeed)
        path.add(-radius, across - radius, turnSpeed)
        path.turn(round: 0, radius, radius: radius, from: 180, by: 90, turnSpeed)
    }

    /// From the far end of the last pass over the headland there, and beside the first pass.
    private func goRound(_ path: inout FieldPath, from across: Double) {
        path.turn(round: length, across - radius, radius: radius, from: 90, by: -90, turnSpeed)
        path.add(length + radius, across - radius, turnSpeed)
        path.turn(round: length, -radius, radius: radius, from: 0, by: -90, turnSpeed)
        path.add(length, -workingWidth, turnSpeed)
        path.turn(round: 0, -radius, radius: radius, from: -90, by: -180, turnSpeed)
    }
}
