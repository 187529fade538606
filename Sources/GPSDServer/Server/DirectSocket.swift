// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore

/// The socket of a client beside its channel: to send from another thread than that of the event loop.
///
/// A descriptor of its own, because the event loop may close that of the channel at any time, and its number may then
/// be another file's.
final class DirectSocket: Sendable {
    private let descriptor: Int32

    /// Nil where something is still on its way through the channel, where it has no socket, or where no descriptor is
    /// left. On the channel's event loop.
    init?(_ channel: any Channel) {
        channel.flush()
        guard (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) == 0 else { return nil }
        let handle = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            fcntl($0, F_DUPFD_CLOEXEC, 0)
        }
        guard let handle, handle >= 0 else { return nil }
        descriptor = handle
    }

    deinit { Glibc.close(descriptor) }

    /// Sends what the system takes at once; never waits.
    ///
    /// - Returns: how many bytes it took. What it did not take goes through the channel, which finds the error, if any.
    func send(_ buffer: ByteBuffer) -> Int {
        buffer.withUnsafeReadableBytes { bytes in
            // The memory is valid during the call, which copies it.
            max(
                0,
                Glibc.send(
                    descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)))
        }
    }
}
