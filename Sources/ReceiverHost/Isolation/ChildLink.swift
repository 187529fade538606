// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import Glibc
internal import PluginHosting
internal import Synchronization

/// The child's ends of the pipes. `send` may be called from any thread, `next` from only one.
final class ChildLink: Sendable {
    private let commands: Int32
    private let reports: Int32
    /// Held while a report is written, so that frames from different threads are not interleaved.
    private let writing = Mutex<Void>(())
    /// Guards the bytes that were read. Held during a blocking read, so never together with `writing`.
    private let reader = Mutex(PipeReader<HostCommand>())

    /// Takes over standard input and output and replaces them with `/dev/null`, so that the output of a plugin is not
    /// mixed with reports. Closes all other inherited descriptors. Nil if that is not possible.
    init?() {
        _ = gnss_close_from(3)
        let commands = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        let reports = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard commands >= 0, reports >= 0, null >= 0 else { return nil }
        guard dup2(null, STDIN_FILENO) >= 0, dup2(null, STDOUT_FILENO) >= 0 else { return nil }
        close(null)
        (self.commands, self.reports) = (commands, reports)
    }

    /// Sends a report; blocks while the gateway does not read.
    func send(_ report: ChildReport) { send(report.frame) }

    /// Sends a frame.
    func send(_ frame: [UInt8]) {
        writing.withLock { _ in
            var start = 0
            while start < frame.count {
                let count = frame.withUnsafeBytes { bytes in
                    write(reports, bytes.baseAddress?.advanced(by: start), bytes.count - start)
                }
                if count < 0, errno == EINTR { continue }
                // The host no longer reads; the end of the command pipe will show that too.
                guard count > 0 else { return }
                start += count
            }
        }
    }

    /// Returns the next command; nil at the end.
    func next() -> HostCommand? {
        reader.withLock { reader in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                do throws(PipeError) {
                    if let command = try reader.next() { return command }
                } catch {
                    return nil
                }
                let count = read(commands, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return nil }
                buffer.withUnsafeBytes { reader.append(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
            }
        }
    }
}
