// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Transport

@Suite struct SerialWriteTests {
    @Test func `what is written arrives as it is`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path, isWritable: true)
        try port.configure(LineSettings(baud: 9600))
        let bytes: [UInt8] = [0xB5, 0x62, 0x0A, 0x0D, 0x11, 0x13, 0x03, 0x00, 0xFF]
        #expect(port.write(bytes.span, deadline: MonotonicClock.now + 60_000_000_000, stop: -1) == .written)
        var got = [UInt8](repeating: 0, count: 64)
        #expect(eventually { read(pty.master, &got, got.count) == bytes.count })
        #expect(Array(got.prefix(bytes.count)) == bytes)
    }

    @Test func `a port that was opened for listening is not written to`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path)
        guard case .failed(let reason) = port.write([1].span, deadline: MonotonicClock.now, stop: -1) else {
            Issue.record("it was written to")
            return
        }
        #expect(reason.contains("listening"))
    }

    @Test func `a port that has sent everything is not waited for, nor a port any longer than the deadline`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path, isWritable: true)
        try port.configure(LineSettings(baud: 9600))
        let begin = MonotonicClock.now
        port.drain(deadline: begin + 600_000_000_000, stop: -1)
        _ = port.write([1, 2, 3].span, deadline: begin + 60_000_000_000, stop: -1)
        port.drain(deadline: begin, stop: -1)
        #expect(MonotonicClock.now - begin < 60_000_000_000)
    }

    @Test func `a port that takes no more is told`() throws {
        let pty = try #require(Pty())
        let port = try SerialPort(opening: pty.path, isWritable: true)
        try port.configure(LineSettings(baud: 9600))
        let much = [UInt8](repeating: 0x55, count: 1 << 20)
        guard case .timedOut = port.write(much.span, deadline: MonotonicClock.now + 100_000_000, stop: -1) else {
            Issue.record("a terminal that nobody reads took 1 MiB")
            return
        }
    }

    @Test func `a write to a descriptor that is ready but takes nothing ends at the deadline, without spinning`()
        throws
    {
        let full = try #require(FullSocket())
        // A writer that misses its deadline is stopped after a minute, so that the test fails instead of hanging.
        let limit = Task.detached {
            try await Task.sleep(for: .seconds(60))
            full.stopWriter()
        }
        defer { limit.cancel() }
        let bytes = [UInt8](repeating: 0x55, count: 1024)
        let late = DescriptorWriter.write(bytes.span, to: full.sender, deadline: MonotonicClock.now, stop: full.stop)
        #expect(late == .timedOut(0))
        let (work, begin) = (FullSocket.processorTime, MonotonicClock.now)
        let outcome = DescriptorWriter.write(
            bytes.span, to: full.sender, deadline: begin + 400_000_000, stop: full.stop)
        let used = FullSocket.processorTime - work
        #expect(outcome == .timedOut(0))
        #expect(MonotonicClock.now - begin >= 400_000_000)
        #expect(used < 200_000_000, "\(used) ns of processor time")
    }
}

/// A socket whose peer's buffer is full. The kernel calls the sender of a netlink socket ready even then, and refuses
/// what it sends with EAGAIN.
private final class FullSocket: Sendable {
    let sender: Int32
    /// Becomes readable with `stopWriter`.
    let stop: Int32
    private let peer: Int32
    private let stopper: Int32

    init?() {
        // AF_NETLINK and NETLINK_USERSOCK of the kernel's linux/netlink.h.
        let type = Int32(SOCK_RAW.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let (peer, sender) = (socket(16, type, 2), socket(16, type, 2))
        (self.peer, self.sender) = (peer, sender)
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        (stop, stopper) = (ends[0], ends[1])
        // The members of sockaddr_nl: family, padding, port and groups. The kernel chooses the port.
        var address: (UInt16, UInt16, UInt32, UInt32) = (16, 0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        let isConnected = withUnsafeMutableBytes(of: &address) { room -> Bool in
            guard let start = room.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return bind(peer, start, length) == 0 && getsockname(peer, start, &length) == 0
                && connect(sender, start, length) == 0
        }
        guard stop >= 0, isConnected else { return nil }
        let bytes = [UInt8](repeating: 0, count: 1024)
        // The default buffer takes some hundred of these.
        for _ in 0..<100_000 where send(sender, bytes, bytes.count, 0) < 0 {
            if errno == EAGAIN { return }
        }
        return nil
    }

    deinit { for descriptor in [sender, peer, stop, stopper] { close(descriptor) } }

    func stopWriter() { _ = write(stopper, [UInt8(1)], 1) }

    /// The processor time that this thread has used, in nanoseconds.
    static var processorTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
