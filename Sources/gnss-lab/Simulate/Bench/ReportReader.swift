// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GNSSTypes
internal import Gateway
internal import Glibc
internal import ObservationBus

/// A client of the gpsd server that reads reports about a gateway's receivers. Owns its connection.
final class ReportReader {
    /// A TPV report.
    struct Report: Decodable {
        var device: String?
        /// Nil if the report has no time, or the time is a leap second.
        var time: Timestamp?
        var lat: Double?
        var lon: Double?

        var position: GeodeticPosition? {
            guard let lat, let lon else { return nil }
            return GeodeticPosition(latitude: Angle(degrees: lat), longitude: Angle(degrees: lon))
        }
    }

    /// The descriptor, which becomes readable when data arrive.
    let descriptor: Int32
    private var waiting: [UInt8] = []
    private static let longest = 1 << 20

    /// Connects; nil if no program listens on the port.
    init?(port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Every socket address begins like a `sockaddr`; the kernel copies it during the call.
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let request = Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8)
        guard code == 0, send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            close(descriptor)
            return nil
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Returns the TPV reports since the last call; nil once the connection is closed.
    func reports() -> [Report]? {
        guard let bytes = Descriptor.read(descriptor) else { return nil }
        waiting += bytes
        var reports: [Report] = []
        var start = 0
        while let end = waiting[start...].firstIndex(of: 0x0A) {
            if let report = Self.report(waiting[start..<end]) { reports.append(report) }
            start = end + 1
        }
        waiting.removeFirst(start)
        if waiting.count > Self.longest { waiting = [] }
        return reports
    }

    private static let beginning = Array("{\"class\":\"TPV\"".utf8)

    private static func report(_ line: ArraySlice<UInt8>) -> Report? {
        guard line.starts(with: beginning) else { return nil }
        return try? JSONDecoder().decode(Report.self, from: Data(line))
    }
}
