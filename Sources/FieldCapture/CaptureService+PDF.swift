// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
public import ControlModel
internal import Dispatch
internal import GNSSTypes
internal import PhotoDocuments
internal import Storage
internal import Synchronization
internal import SystemSupport

extension CaptureService {
    /// Returns a stored photo as PDF; see `CaptureControl`.
    ///
    /// - Throws: `ControlError` if it does not exist or belongs to another user, its files cannot be read, or no PDF can be made.
    public func pdf(
        of id: String, for user: ControlUser, language: String
    ) async throws(ControlError) -> CaptureFile {
        let stored = try await visible(id, for: user)
        let summary = try await summary(of: stored)
        let sending: PhotoPDF.Sending =
            switch summary.sent.value {
            case .sent?: .sent
            case .sending?: .sending
            case .unsent?, nil: .unsent
            }
        let map = await state.withLock { $0.map }(summary.latitude, summary.longitude)
        let photos = photos
        let made: Result<[UInt8], ControlError>? = await documents.run {
            await WorkerThread.value {
                Result { () throws(ControlError) in
                    var content = try photos.document(of: stored.id)
                    content.language = PhotoPDF.Language(rawValue: language) ?? .english
                    content.sending = sending
                    if let map {
                        content.attribution = map.attribution
                        content.tile = { zoom, column, row in Self.wait { await map.tile(zoom, column, row) } }
                    }
                    do throws(PDFError) {
                        return try PhotoPDF.file(content)
                    } catch {
                        throw ControlError(.unavailable, error.description)
                    }
                }
            }
        }
        guard let result = made else { throw ControlError(.unavailable, "cannot start a thread to make the PDF") }
        return CaptureFile(name: "\(id).pdf", mediaType: "application/pdf", bytes: try result.get())
    }

    /// Waits for a value on a thread of its own, which no task needs.
    private static func wait<Value: Sendable>(for body: @escaping @Sendable () async -> Value?) -> Value? {
        let found = Found<Value>()
        Task {
            let value = await body()
            found.value.withLock { $0 = value }
            found.isThere.signal()
        }
        found.isThere.wait()
        return found.value.withLock { $0 }
    }
}

/// A value that a task finds for a thread.
private final class Found<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let isThere = DispatchSemaphore(value: 0)
}
