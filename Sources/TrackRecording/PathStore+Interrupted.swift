// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import Paths
internal import Storage

extension PathStore {
    /// Returns the path whose recording was interrupted. If its order is unknown, the path is paused, because the order
    /// decides which points belong to it, or removed if it has no points.
    ///
    /// - Throws: `StoreError` if the store cannot be read or changed.
    func interrupted(_ logger: Logger) async throws(StoreError) -> (path: RecordedPath, order: PathOrder?)? {
        while let (path, order) = try await unfinished() {
            guard order == nil else { return (path, order) }
            let text = "path \(path.id) \"\(path.name)\" was interrupted, and its settings are unknown"
            guard path.pointCount == 0 else {
                try await mark(path.id, .paused)
                logger.warning("\(text): it is paused; 'gnss-gateway paths resume' records a point each second")
                var paused = path
                paused.state = .paused
                return (paused, nil)
            }
            try await discard(path.id)
            logger.warning("\(text): it has no points and is removed")
        }
        return nil
    }
}
