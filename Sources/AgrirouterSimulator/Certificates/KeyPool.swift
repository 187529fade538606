// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Keys that were made before somebody asks for them. It owns no thread: who has time calls `fill`.
final class KeyPool: Sendable {
    private let maker: CertificateMaker
    /// Protects the keys that wait. Keys are made without it.
    private let ready = Mutex<[SigningKey]>([])

    init(maker: CertificateMaker) { self.maker = maker }

    /// A key that nobody had before; it is made now where none is ready.
    func take() throws(KeyError) -> SigningKey {
        if let key = ready.withLock({ $0.popLast() }) { return key }
        return try maker.rsaKey()
    }

    /// Makes one key where fewer than so many are ready. Whether there was need.
    func fill(upTo count: Int) throws(KeyError) -> Bool {
        guard ready.withLock({ $0.count }) < count else { return false }
        let key = try maker.rsaKey()
        ready.withLock { $0.append(key) }
        return true
    }
}
