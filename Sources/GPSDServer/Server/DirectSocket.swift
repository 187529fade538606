// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore

/// A client's socket for sending from threads other than the event loop's.
///
/// It has its own descriptor, because the event loop may close the channel's descriptor at any time, and another file
/// may then get the same number.
final class DirectSocket: Sendable {
    private let descriptor: Int32

    /// Nil if data is still in the channel, the channel has no socket, or no descriptor is left. Call it on the
    /// channel's event loop.
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

    /// Sends as much as the system accepts at once; never waits.
    ///
    /// - Returns: The number of accepted bytes. The rest goes through the channel, which detects the error, if any.
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
