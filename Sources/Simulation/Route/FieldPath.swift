// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Builds the path over a field piece by piece, in metres along the first pass and to the right of it.
private struct FieldPath {
    private(set) var knots: [RouteKnot] = []
    private let frame: LocalFrame
    private let height: Double
    private let ahead: SIMD2<Double>

    init(from corner: RoutePoint, heading: Double) {
        (frame, height) = (RouteKnot(corner).frame, corner.height)
        ahead = SIMD2(sin(heading * .pi / 180), cos(heading * .pi / 180))
    }

    /// Adds a point and the speed from there on.
    mutating func add(_ along: Double, _ across: Double, _ speed: Double) {
        let place = frame.moved(
            east: along * ahead.x + across * ahead.y, north: along * ahead.y - across * ahead.x, height: height)
        knots.append(RouteKnot(place, height: height, speed: speed))
    }

    /// Adds an arc without its last point, from which the next piece continues. Its points are two degrees apart, so
    /// that the tractor turns smoothly.
    ///
    /// - Parameters:
    ///   - start: The direction of the first point as seen from the centre, in degrees clockwise from the pass
    ///     direction.
    ///   - turn: The angle in degrees, positive to the right.
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
            // A semicircle on the headland.
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

    /// The turning radius in metres: half the distance between adjacent passes.
    private var radius: Double { workingWidth / 2 }

    /// Returns to the start from the near end of the last pass, over the near headland.
    private func goBack(_ path: inout FieldPath, from across: Double) {
        path.turn(round: 0, across - radius, radius: radius, from: 90, by: 90, turnSpeed)
        path.add(-radius, across - radius, turnSpeed)
        path.turn(round: 0, radius, radius: radius, from: 180, by: 90, turnSpeed)
    }

    /// Returns to the start from the far end of the last pass, over the far headland and beside the first pass.
    private func goRound(_ path: inout FieldPath, from across: Double) {
        path.turn(round: length, across - radius, radius: radius, from: 90, by: -90, turnSpeed)
        path.add(length + radius, across - radius, turnSpeed)
        path.turn(round: length, -radius, radius: radius, from: 0, by: -90, turnSpeed)
        path.add(length, -workingWidth, turnSpeed)
        path.turn(round: 0, -radius, radius: radius, from: -90, by: -180, turnSpeed)
    }
}
