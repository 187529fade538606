// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Transport

/// Addresses, the table of reasons, and the line over a pair of sockets.
@Suite struct BluetoothTests {
    @Test func `addresses are read in either case and written in capitals`() throws {
        let address = try #require(BluetoothAddress("00:1d:43:5F:a0:2c"))
        #expect("\(address)" == "00:1D:43:5F:A0:2C")
        #expect(address.kernelBytes == [0x2C, 0xA0, 0x5F, 0x43, 0x1D, 0x00])
        #expect(BluetoothAddress(kernel: address.kernelBytes) == address)
        #expect(BluetoothAddress("00-1D-43-5F-A0-2C") == address)
    }

    @Test(arguments: [
        "", "00:1D:43:5F:A0", "00:1D:43:5F:A0:2C:11", "00:1D:43:5F:A0:2G", "001D435FA02C", "0:1D:43:5F:A0:2C",
        "+1:1D:43:5F:A0:2C", "00:1D:43:5F:A0:2C ", "00:00:00:00:00:00", "FF:FF:FF:FF:FF:FF", "/dev/rfcomm0",
    ])
    func `what is no address is none`(_ text: String) { #expect(BluetoothAddress(text) == nil) }

    /// Section by section what the kernel's codes mean while a connection is made.
    static let connecting: [(Int32, BluetoothError, String)] = [
        (EAFNOSUPPORT, .unsupported, "no Bluetooth: the kernel"),
        (EPROTONOSUPPORT, .unsupported, "no Bluetooth: the kernel"),
        (ENODEV, .noAdapter, "no Bluetooth adapter: plug one in"),
        (EHOSTUNREACH, .adapterOff(name: nil, isBlocked: false), "no Bluetooth adapter is switched on"),
        (ENETDOWN, .adapterOff(name: nil, isBlocked: false), "no Bluetooth adapter is switched on"),
        (ERFKILL, .adapterOff(name: nil, isBlocked: true), "rfkill unblock bluetooth"),
        (ECONNABORTED, .adapterLost, "switched off or unplugged"),
        (EMLINK, .crowded, "reached its connection limit"),
        (EPERM, .denied, "permission denied"),
        (EBUSY, .busy(holder: nil), "already open on this computer"),
        (EALREADY, .busy(holder: nil), "already open on this computer"),
        (EHOSTDOWN, .outOfRange, "not in range or switched off"),
        (ETIMEDOUT, .noAnswer, "no answer in time"),
        (ECONNREFUSED, .refused(isListed: nil), "in range but refuses"),
        (EACCES, .rejected, "wrong PIN, rejected"),
        (EBADE, .notPaired, "not paired"),
        (ECONNRESET, .brokenOff, "broke off the connection attempt"),
        (ENOSYS, .system(ENOSYS), "not implemented"),
    ]

    @Test func `each code of a connection that fails has its own reason`() {
        for (code, failure, words) in Self.connecting {
            #expect(BluetoothError(connecting: code) == failure)
            #expect(failure.description.contains(words), "\(failure)")
        }
        let texts = Set(Self.connecting.map(\.1)).map(\.description)
        #expect(Set(texts).count == texts.count)
    }

    static let using: [(Int32, BluetoothError, String)] = [
        (ETIMEDOUT, .linkLost, "the link was lost"), (ECONNRESET, .closed, "the receiver closed the channel"),
        (ECONNABORTED, .adapterLost, "switched off or unplugged"), (0, .ended, "this computer ended the connection"),
        (ENOTCONN, .ended, "ended the connection"), (EBADFD, .ended, "ended the connection"),
        (EIO, .system(EIO), "error"),
    ]

    @Test func `each code of a connection that ends has its own reason`() {
        for (code, failure, words) in Self.using {
            #expect(BluetoothError(using: code) == failure)
            #expect(failure.description.contains(words), "\(failure)")
        }
    }

    @Test func `only what a person has to mend is not tried again soon`() {
        let all = Self.connecting.map(\.1) + Self.using.map(\.1)
        #expect(Set(all.filter(\.isDelicate)) == [.rejected, .notPaired])
        #expect(all.filter(\.isOfAdapter).allSatisfy { !$0.isDelicate })
    }

    // MARK: The line

    /// A line at one end, and the descriptor of the other.
    private func pair(silence: Int64? = nil) throws -> (RFCOMMLine, Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
        return (RFCOMMLine(descriptor: ends[0], path: "00:1D:43:5F:A0:2C", silence: silence), ends[1])
    }

    private func read(_ line: RFCOMMLine, seconds: Int64 = 60, stop: Int32 = -1, wake: Int32 = -1) -> ReadOutcome {
        var room = [UInt8](repeating: 0, count: 64)
        return room.withUnsafeMutableBytes {
            line.read(
                into: $0, deadline: MonotonicClock.now + seconds * 1_000_000_000, stop: stop, wake: wake)
        }
    }

    @Test func `bytes come and go`() throws {
        let (line, peer) = try pair()
        defer { close(peer) }
        #expect(send(peer, [1, 2, 3], 3, 0) == 3)
        #expect(read(line) == .bytes(3) && line.hasSpoken)
        let bytes: [UInt8] = [4, 5]
        #expect(line.write(bytes.span, deadline: MonotonicClock.now + 60_000_000_000, stop: -1) == .written)
        var room = [UInt8](repeating: 0, count: 8)
        #expect(recv(peer, &room, 8, 0) == 2 && room[0] == 4)
        #expect(line.failure == nil && line.kind == .bluetooth && line.baud == nil)
    }

    @Test func `the end of it is told when reading and when writing`() throws {
        let (line, peer) = try pair()
        close(peer)
        let bytes: [UInt8] = [1]
        let words = BluetoothError.ended.description
        #expect(line.write(bytes.span, deadline: MonotonicClock.now + 60_000_000_000, stop: -1) == .failed(words))
        #expect(line.failure == .ended)
        #expect(read(line) == .gone(words))
    }

    @Test func `what is unread at the other end makes it a reset`() throws {
        let (line, peer) = try pair()
        let bytes: [UInt8] = [1]
        _ = line.write(bytes.span, deadline: MonotonicClock.now + 60_000_000_000, stop: -1)
        close(peer)
        #expect(read(line) == .gone(BluetoothError.closed.description) && line.failure == .closed)
    }

    @Test func `silence ends it where that is wanted, and not before`() throws {
        let (line, peer) = try pair(silence: 1_000_000_000)
        defer { close(peer) }
        #expect(read(line, seconds: 0) == .timedOut && line.failure == nil)
        #expect(read(line) == .gone(BluetoothError.silent(seconds: 1).description))
        #expect(line.failure == .silent(seconds: 1) && !line.hasSpoken)
    }

    @Test func `a wait for bytes can be stopped, and woken`() throws {
        let (line, peer) = try pair()
        defer { close(peer) }
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var byte: UInt8 = 1
        _ = write(ends[1], &byte, 1)
        #expect(read(line, stop: ends[0]) == .stopped)
        #expect(read(line, wake: ends[0]) == .woken)
    }

    // MARK: The kernel

    @Test func `a kernel without Bluetooth is told as that`() throws {
        let probe = socket(AF_BLUETOOTH, Int32(SOCK_STREAM.rawValue), 3)
        if probe >= 0 { close(probe) }
        let address = try #require(BluetoothAddress("00:1D:43:5F:A0:2C"))
        let terms = BluetoothSocket.Terms(deadline: MonotonicClock.now, stop: -1)
        let failure = #expect(throws: BluetoothError.self) {
            close(try BluetoothSocket.connect(to: address, channel: 1, terms))
        }
        let question = #expect(throws: BluetoothError.self) {
            close(try BluetoothSocket.connectToServices(of: address, terms))
        }
        if probe < 0 { #expect(failure == .unsupported && question == .unsupported) }
    }

    @Test(arguments: [0, 31, -1, 256]) func `a channel that is none is refused`(_ channel: Int) throws {
        let address = try #require(BluetoothAddress("00:1D:43:5F:A0:2C"))
        #expect(throws: BluetoothError.system(EINVAL)) {
            try BluetoothSocket.connect(
                to: address, channel: channel, BluetoothSocket.Terms(deadline: 0, stop: -1))
        }
    }

    @Test func `the sockets in the kernel's list are found by their numbers`() {
        let list = """
            sk               RefCnt Rmem   Wmem   User   Inode  Parent
            00000000e5b3cc4f 2      0      0      0      20113  0
            0000000038eb0b3b 2      0      0      1000   31277  0
            nonsense
            """
        #expect(BluetoothHolders.inodes(list) == ["20113", "31277"])
        #expect(BluetoothHolders.inodes("").isEmpty)
    }

    @Test func `whoever has such a socket is named, but for the daemon of Bluetooth`() throws {
        let folder = "/tmp/gnss-holders-\(getpid())"
        for path in ["", "/net", "/812", "/812/fd", "/90", "/90/fd", "/91", "/91/fd"] { mkdir(folder + path, 0o700) }
        defer {
            for path in ["/net", "/812/fd", "/812", "/90/fd", "/90", "/91/fd", "/91", ""] { remove(folder + path) }
        }
        func put(_ path: String, _ text: String) {
            let file = fopen(folder + path, "w")
            fputs(text, file)
            if let file { fclose(file) }
        }
        put("/net/rfcomm", "sk RefCnt Rmem Wmem User Inode Parent\na 2 0 0 0 20113 0\nb 2 0 0 0 20114 0\n")
        put("/812/comm", "gpsd\n")
        put("/90/comm", "bluetoothd\n")
        put("/91/comm", "other\n")
        symlink("socket:[20113]", folder + "/812/fd/7")
        symlink("socket:[20114]", folder + "/90/fd/7")
        symlink("socket:[9]", folder + "/91/fd/7")
        defer {
            for path in ["/net/rfcomm", "/812/comm", "/90/comm", "/91/comm", "/812/fd/7", "/90/fd/7", "/91/fd/7"] {
                unlink(folder + path)
            }
        }
        #expect(BluetoothHolders.find(in: folder) == [PortHolder(process: 812, command: "gpsd")])
    }
}
