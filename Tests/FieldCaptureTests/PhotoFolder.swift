// SPDX-License-Identifier: Apache-2.0

import CaptureFormat
import ControlModel
import Foundation
import GNSSTypes
import Logging
import ObservationBus
import Storage
import Synchronization
import Testing

@testable import FieldCapture

/// A state folder with its store, removed with it.
final class PhotoFolder {
    let path = NSTemporaryDirectory() + "gnss-photos-\(UUID().uuidString)"
    private var opened: Store?

    deinit {
        opened?.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The store, which is opened once.
    func store() throws -> Store {
        if let opened { return opened }
        let store = try Store(StateFolder(path))
        opened = store
        return store
    }

    /// Closes the store, as a daemon does that ends or is killed; everything that was stored is on the disk.
    func close() {
        opened?.close()
        opened = nil
    }

    var captures: String { path + "/photos" }

    /// The files of a photo.
    func names(_ id: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(captures)/\(id)")) ?? []).sorted()
    }

    /// The photos as a program checks them that does not know the store.
    func check(isComplete: Bool = true) throws -> CaptureVerification {
        CaptureVerification(try CaptureSearch(at: captures).captures, isComplete: isComplete)
    }
}

/// A photo of 8 × 8 pixels.
let photo = [UInt8](
    Data(
        base64Encoded:
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb"
            + "qmx5moq6T/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABf/EABcQAAMBAAAAAAAAAAAAAAAAAAABA2H/2gAIAQEAAD8ACUMP/9k="
    ) ?? Data())

/// Photos of different content.
func photo(_ number: UInt8) -> [UInt8] {
    var bytes = photo
    // A value of the quantisation table.
    bytes[30] = 1 + number % 200
    return bytes
}

/// The clock of a gateway, which a test sets.
final class TestClock: Sendable {
    let second = Mutex(7.0)
}

/// A gateway with one receiver that stands still, whose photos are taken at once.
final class PhotoBench {
    let folder: PhotoFolder
    let hub = ObservationHub()
    let service: CaptureService
    let clock = TestClock()
    private let running: Task<Void, Never>

    /// - Parameters:
    ///   - pagesAfter: The time after a photo for which pages are kept, in nanoseconds.
    ///   - longestUploadTime: The time after a photo within which its image must have arrived.
    init(
        _ folder: PhotoFolder, _ preferences: CapturePreferences = settings(), pagesAfter: Int64 = 400_000_000_000,
        examiner: CaptureExaminer = CaptureExaminer(), logger: Logger = Logger(label: "test"),
        longestUploadTime: Duration = .seconds(120)
    ) async throws {
        self.folder = folder
        var context = CaptureService.Context(
            hub: hub, store: try folder.store(), version: "1",
            now: { [clock] in instant(clock.second.withLock { $0 }) },
            requirement: { OSNMARequirement() }, active: { "rover" }, alert: { _ in }, logger: logger)
        context.examiner = examiner
        service = CaptureService(
            preferences, context, pagesAfter: pagesAfter, longestUploadTime: longestUploadTime)
        service.connect { [.init(id: "rover", driver: "ubx", device: "/dev/ttyACM0")] }
        await service.photos.open()
        running = Task { [service] in await service.run() }
        for second in 0...7 {
            hub.publish([
                epoch(Double(second)) {
                    $0.height = Height(ellipsoidal: Length(metres: 300), orthometric: Length(metres: 255))
                }
            ])
            hub.publish([
                Observation(
                    source: rover, sequence: 0, hostTime: instant(Double(second)),
                    payload: .sentence(Sentence(format: .nmea, bytes: Array("$GPGGA,\(second)\r\n".utf8))))
            ])
        }
    }

    deinit { running.cancel() }

    /// Ends the gateway.
    func end() async {
        running.cancel()
        await running.value
    }

    /// Takes a photo.
    @discardableResult
    func take(
        _ image: [UInt8] = photo, by user: ControlUser = .nobody, note: String? = nil, task: String? = nil
    ) async throws -> CaptureSummary {
        let begun = try await service.startCapture(CaptureRequest(countdown: 0, note: note, task: task), by: user)
        try await wait(for: .waiting, begun.id)
        return try #require(try await send(image, begun.id, by: user).summary)
    }

    func send(_ image: [UInt8], _ id: String, by user: ControlUser = .nobody) async throws -> CaptureReport {
        try await service.send(image, id, by: user)
    }

    func wait(for state: CaptureReport.State, _ id: String) async throws {
        for _ in 0..<1000 {
            if try await service.capture(id, for: .admin).state.value == state { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("the photo is \(try await service.capture(id, for: .admin).state), never \(state)")
    }

    /// The driver loses the receiver.
    func lose(at second: Double) {
        hub.publish([
            Observation(
                source: rover, sequence: 0, hostTime: instant(second),
                payload: .driverState(DriverStateReport(.lost, reason: "a test")))
        ])
    }

    func list() async throws -> [CaptureSummary] {
        try await service.captures(of: nil, task: .any, for: .admin, limit: 1000, offset: 0).captures
    }
}

extension CaptureService {
    /// Sends an image in pieces.
    func send(_ image: [UInt8], _ id: String, by user: ControlUser = .nobody) async throws -> CaptureReport {
        try await storeImage(of: id, by: user, camera: CameraReport()) { take in
            for start in stride(from: 0, to: image.count, by: 100) {
                try await take(Array(image[start..<min(image.count, start + 100)]))
            }
        }
    }
}

extension ControlUser {
    static let nobody = ControlUser(name: nil, isAdmin: false)
    static let ann = ControlUser(name: "ann", isAdmin: false)
    static let bob = ControlUser(name: "bob", isAdmin: false)
    static let admin = ControlUser(name: "eve", isAdmin: true)
}

/// A page of Galileo.
func page(_ second: Double, _ number: UInt8, of origin: ObservationOrigin = ObservationOrigin()) throws
    -> Observation
{
    var page = NavigationPage(
        satellite: try #require(SatelliteID(.galileo, Int(number))), signal: .galileoE1B, message: .inav,
        bytes: [UInt8](repeating: number, count: 30), bitCount: 240)
    page.check = .passed
    return Observation(
        source: rover, sequence: 0, hostTime: instant(second), payload: .navigationPage(page), origin: origin)
}

/// The code of the refusal of an action; "" if it is not refused.
func refusal(_ action: () async throws -> some Any) async -> String {
    do {
        _ = try await action()
        return ""
    } catch let error as ControlError {
        return error.code ?? error.description
    } catch let refusal as CaptureRefusal {
        return refusal.reasons.map(\.code.code).joined(separator: " ")
    } catch {
        return "\(error)"
    }
}
