// SPDX-License-Identifier: Apache-2.0

internal import Certificates
internal import Synchronization

/// A stock of keys created in advance. It owns no thread: callers fill it with `fill` when they have time.
final class KeyPool: Sendable {
    private let maker: CertificateMaker
    /// Protects the keys in stock. Keys are created without holding it.
    private let ready = Mutex<[SigningKey]>([])

    init(maker: CertificateMaker) { self.maker = maker }

    /// Returns an unused key; creates one if none is in stock.
    func take() throws(KeyError) -> SigningKey {
        if let key = ready.withLock({ $0.popLast() }) { return key }
        return try maker.rsaKey()
    }

    /// Creates one key if fewer than `count` are in stock. Returns true if it did.
    func fill(upTo count: Int) throws(KeyError) -> Bool {
        guard ready.withLock({ $0.count }) < count else { return false }
        let key = try maker.rsaKey()
        ready.withLock { $0.append(key) }
        return true
    }
}
