// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import GNSSTypes
package import Paths
internal import Storage

extension PathReport {
    /// The report on a stored path, with the state of its recording if it is being recorded.
    package init(_ stored: RecordedPath, _ status: PathStatus?) {
        let running = status.flatMap { $0.path.id == stored.id ? $0 : nil }
        var path = stored
        if let running {
            (path.state, path.pointCount) = (running.path.state, running.path.pointCount)
            path.length = running.path.length
        }
        self.init(
            id: path.id, name: path.name, user: path.user, state: State(path.state), started: Timestamp(path.started),
            points: path.pointCount, sent: SentState(path.sent))
        (ended, length, area) = (path.ended.map { Timestamp($0) }, path.length?.metres, path.area)
        (crossesItself, lastSendError) = (path.crossesItself, path.lastSendError)
        isImported = path.isImported ? true : nil
        recording = running.map(PathRecordingReport.init)
    }
}

extension PathRecordingReport {
    package init(_ status: PathStatus) {
        self.init(
            mode: status.order.spacing == .byHand ? .vertex : .continuous, waiting: status.waiting,
            lost: status.lost)
        switch status.order.spacing {
        case .interval(let seconds): interval = seconds
        case .distance(let length): distance = length.metres
        case .byHand: break
        }
        (requestedReceiver, receiver) = (status.order.receiver?.rawValue, status.receiver?.rawValue)
        (newest, removed) = (status.newest.map { Timestamp($0) }, status.removed)
        foreignDatum = status.foreignDatum
    }
}

extension PathEndReport {
    package init(_ end: PathEnd) {
        let path = end.path
        let text =
            end.isSaved
            ? "path \(path.id) \"\(path.name)\" is stored with \(path.pointCount) "
                + (path.pointCount == 1 ? "point" : "points")
            : "nothing was saved: the path \"\(path.name)\" has no points"
        self.init(isSaved: end.isSaved, path: PathReport(path, nil), text: text)
    }
}

extension PathPointReport {
    package init(_ point: PathPoint, index: Int?) {
        self.init(
            latitude: point.position.latitude.degrees, longitude: point.position.longitude.degrees,
            origin: point.origin.code, beginsSegment: point.beginsSegment, fix: point.fixKind,
            quality: point.quality)
        (self.index, receiver, samples) = (index, point.receiver, point.sampleCount)
        ellipsoidalHeight = point.height.ellipsoidal?.metres
        orthometricHeight = point.height.orthometric?.metres
        geoidSeparation = point.height.geoidSeparation?.metres
        time = point.time.map { Timestamp($0) }
        horizontalAccuracy = point.horizontalAccuracy?.value.metres
        horizontalAccuracyOrigin = point.horizontalAccuracy.map { ReportCode($0.origin) }
        verticalAccuracy = point.verticalAccuracy?.value.metres
        verticalAccuracyOrigin = point.verticalAccuracy.map { ReportCode($0.origin) }
        (satellitesUsed, authentication) = (point.satellitesUsed, point.authentication.map { ReportCode($0) })
        let values = [
            "gdop": point.dop.gdop, "pdop": point.dop.pdop, "hdop": point.dop.hdop, "vdop": point.dop.vdop,
            "tdop": point.dop.tdop,
        ].compactMapValues { $0 }
        dop = values.isEmpty ? nil : values
    }
}

extension ControlError {
    /// The reason why the recording refuses a request.
    package init(_ refusal: PathError, kind: Kind? = nil) {
        let (usual, code): (Kind, Code) =
            switch refusal {
            case .busy: (.conflict, .busy)
            case .other: (.conflict, .otherPath)
            case .idle: (.conflict, .idle)
            case .keyReused: (.unprocessable, .idempotencyKeyReused)
            case .paused: (.conflict, .paused)
            case .notPaused: (.conflict, .notPaused)
            case .noSource: (.conflict, .noSource)
            case .noFix: (.conflict, .noFix)
            case .sameEpoch: (.conflict, .sameEpoch)
            case .noCentroid: (.conflict, .noCentroid)
            case .noPoint: (.conflict, .noPoint)
            case .badOrder: (.invalid, .badOrder)
            case .store(let failure): (failure.isFull ? .full : .unavailable, .store)
            }
        self.init(kind ?? usual, refusal.description, code: code)
    }
}

extension PathReport.State {
    fileprivate init(_ state: RecordedPath.State) {
        self =
            switch state {
            case .recording: .recording
            case .paused: .paused
            case .finished: .finished
            case .arriving: .arriving
            }
    }
}

extension PathReport.SentState {
    fileprivate init(_ state: RecordedPath.SentState) {
        self =
            switch state {
            case .unsent: .unsent
            case .sending: .sending
            case .sent: .sent
            }
    }
}
