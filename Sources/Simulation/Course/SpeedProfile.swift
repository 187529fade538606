// SPDX-License-Identifier: Apache-2.0

/// The vehicle's position along its course over time: pieces of constant acceleration, repeated for each lap.
struct SpeedProfile: Sendable {
    /// A period of constant acceleration, which may be a stop.
    private struct Piece: Sendable {
        var time: Double
        var duration: Double
        var distance: Double
        var speed: Double
        var acceleration: Double
    }

    private var pieces: [Piece] = []
    /// The duration of a lap in seconds.
    private(set) var lapTime = 0.0
    private let lapLength: Double

    /// A stretch with a speed limit.
    struct Leg: Sendable {
        /// The start, in metres along the course.
        var start: Double
        /// The length in metres.
        var length: Double
        /// The speed limit in metres per second.
        var limit: Double
        /// The stop at its end, in seconds.
        var stop = 0.0
    }

    /// Computes the fastest drive around a course within the speed and comfort limits.
    init(_ course: Course) {
        self.init(
            course.elements.map { Leg(start: $0.start, length: $0.length, limit: $0.limit, stop: $0.stop) },
            firstStop: course.firstStop)
    }

    /// Computes the fastest drive over a sequence of legs within the speed and comfort limits, from rest to rest.
    init(_ legs: [Leg], firstStop: Double) {
        lapLength = legs.last.map { $0.start + $0.length } ?? 0
        let speeds = Self.boundarySpeeds(legs)
        stand(firstStop, at: 0)
        for (index, leg) in legs.enumerated() {
            drive(leg, from: speeds[index], to: speeds[index + 1])
            stand(leg.stop, at: leg.start + leg.length)
        }
    }

    /// The speeds at the boundaries of elements. A lap starts and ends at rest.
    private static func boundarySpeeds(_ elements: [Leg]) -> [Double] {
        var speeds = [0.0]
        for (before, after) in zip(elements, elements.dropFirst()) {
            speeds.append(before.stop > 0 ? 0 : min(before.limit, after.limit))
        }
        speeds.append(0)
        for (index, element) in elements.enumerated() {
            let reach = speeds[index] * speeds[index] + 2 * Course.Comfort.acceleration * element.length
            speeds[index + 1] = min(speeds[index + 1], reach.squareRoot())
        }
        for (index, element) in elements.enumerated().reversed() {
            let reach = speeds[index + 1] * speeds[index + 1] + 2 * Course.Comfort.braking * element.length
            speeds[index] = min(speeds[index], reach.squareRoot())
        }
        return speeds
    }

    private mutating func stand(_ duration: Double, at distance: Double) {
        guard duration > 0 else { return }
        append(duration, at: distance, speed: 0, acceleration: 0)
    }

    /// Accelerates to the limit, or as far as the length allows, keeps the speed, and brakes.
    private mutating func drive(_ element: Leg, from first: Double, to last: Double) {
        let (up, down) = (Course.Comfort.acceleration, Course.Comfort.braking)
        let reach = (2 * up * down * element.length + down * first * first + up * last * last) / (up + down)
        let top = max(first, last, min(element.limit, reach.squareRoot()))
        let speedingUp = (top * top - first * first) / (2 * up)
        let slowingDown = (top * top - last * last) / (2 * down)
        let steady = max(0, element.length - speedingUp - slowingDown)
        append((top - first) / up, at: element.start, speed: first, acceleration: up)
        append(steady / max(top, 0.1), at: element.start + speedingUp, speed: top, acceleration: 0)
        append((top - last) / down, at: element.start + speedingUp + steady, speed: top, acceleration: -down)
    }

    private mutating func append(_ duration: Double, at distance: Double, speed: Double, acceleration: Double) {
        guard duration > 0 else { return }
        pieces.append(
            Piece(time: lapTime, duration: duration, distance: distance, speed: speed, acceleration: acceleration))
        lapTime += duration
    }

    /// The distance along the course in metres, 0..<its length, and the speed in metres per second, at a number of
    /// seconds after the start of the first lap.
    func state(at elapsed: Double) -> (distance: Double, speed: Double) {
        var time = elapsed.truncatingRemainder(dividingBy: max(lapTime, 1))
        if time < 0 { time += lapTime }
        guard let piece = piece(at: time) else { return (0, 0) }
        let into = min(time - piece.time, piece.duration)
        let distance = piece.distance + piece.speed * into + piece.acceleration * into * into / 2
        return (min(distance, lapLength), max(0, piece.speed + piece.acceleration * into))
    }

    /// The piece that contains a time of the lap.
    private func piece(at time: Double) -> Piece? {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? pieces[low - 1] : nil
    }
}
