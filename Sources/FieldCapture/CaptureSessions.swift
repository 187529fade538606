// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

/// A photo that is being taken.
struct CaptureSession: Sendable {
    /// The progress of a photo.
    enum Progress: Sendable {
        case countdown(until: ContinuousClock.Instant)
        case waiting(CaptureMoment, until: ContinuousClock.Instant)
        case receiving(CaptureMoment)
        /// The photo is over.
        case over(CaptureReport.State, [CaptureCheckReport.Reason])

        var state: CaptureReport.State {
            switch self {
            case .countdown: .countdown
            case .waiting: .waiting
            case .receiving: .receiving
            case .over(let state, _): state
            }
        }
    }

    let id: String
    let origin: CaptureReport.Origin
    let user: String?
    let receiver: String
    let countdown: Double
    let request: CaptureRequest
    /// The request's arrival by the host's monotonic clock, in nanoseconds.
    let requested: Int64
    var progress: Progress
    var taken: Timestamp?
    /// The end of the photo; nil while it is being taken.
    var ended: ContinuousClock.Instant?

    func report(at now: ContinuousClock.Instant) -> CaptureReport {
        var report = CaptureReport(id: id, state: progress.state, receiver: receiver, user: user)
        (report.origin, report.taken) = (ReportCode(origin), taken)
        switch progress {
        case .countdown(let end): report.remaining = Self.seconds(end - now)
        case .waiting(_, let end): report.uploadTime = Self.seconds(end - now)
        case .receiving: break
        case .over(_, let reasons): report.reasons = reasons
        }
        return report
    }

    /// A duration in seconds with one decimal, 0 or more.
    private static func seconds(_ duration: Duration) -> Double {
        max(0, (duration / .milliseconds(100)).rounded() / 10)
    }
}

/// The photos that are being taken, and those that ended a short time ago.
struct CaptureSessions {
    /// The largest number of photos that are being taken at the same time.
    static let limit = 8
    /// The time for which a photo that is over is remembered.
    static let memory = Duration.seconds(120)
    /// The largest number of remembered photos.
    private static let memoryLimit = 256

    private var sessions: [CaptureSession] = []

    subscript(_ id: String) -> CaptureSession? {
        get { sessions.first { $0.id == id } }
        set {
            guard let index = sessions.firstIndex(where: { $0.id == id }) else { return }
            if let newValue { sessions[index] = newValue } else { sessions.remove(at: index) }
        }
    }

    /// The number of photos that are being taken.
    var running: Int { sessions.count { $0.ended == nil } }

    mutating func add(_ session: CaptureSession, at now: ContinuousClock.Instant) {
        sessions.removeAll { session in session.ended.map { now - $0 > Self.memory } ?? false }
        if sessions.count >= Self.memoryLimit, let index = sessions.firstIndex(where: { $0.ended != nil }) {
            sessions.remove(at: index)
        }
        sessions.append(session)
    }

    /// Ends a photo. Its moment and its evidence are released.
    mutating func end(
        _ id: String, _ state: CaptureReport.State, _ reasons: [CaptureCheckReport.Reason] = [],
        at now: ContinuousClock.Instant
    ) {
        self[id]?.progress = .over(state, reasons)
        self[id]?.ended = now
    }

    /// Reports on the photos that are being taken, and on those that ended in the last seconds.
    func reports(at now: ContinuousClock.Instant) -> [CaptureReport] {
        sessions.filter { session in session.ended.map { now - $0 < .seconds(10) } ?? true }
            .map { $0.report(at: now) }
    }
}
