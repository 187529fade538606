// SPDX-License-Identifier: Apache-2.0

internal import CGeodesic
public import ControlModel
internal import Curl
internal import SystemSupport

/// A request for the mount points of a caster. It is bounded in time and size, regardless of the data that the caster
/// sends.
public struct SourceTableRequest: Sendable {
    /// The time limit for the whole request in milliseconds.
    static let patience: Int64 = 20_000
    /// The number of bytes after which an answer without any line of a source table is rejected.
    private static let mostDoubt = 64 << 10

    private let configuration: CorrectionsConfiguration
    private let login: CasterLogin?
    private let patience: Int64

    /// - Parameters:
    ///   - configuration: The caster; its mount point is not used.
    ///   - login: The user and password; nil if the caster sends its list without them.
    public init(_ configuration: CorrectionsConfiguration, login: CasterLogin?) {
        self.init(configuration, login: login, patience: Self.patience)
    }

    init(_ configuration: CorrectionsConfiguration, login: CasterLogin?, patience: Int64) {
        var configuration = configuration
        configuration.mountpoint = ""
        (self.configuration, self.login, self.patience) = (configuration, login, patience)
    }

    /// Fetches the table. Blocks for up to 20 s, or longer if the system's name lookup takes longer.
    ///
    /// - Parameters:
    ///   - place: The position from which distances are measured, in degrees; nil if unknown.
    ///   - isUsable: Returns true if a request may contain the name.
    public func report(
        from place: (latitude: Double, longitude: Double)?, isUsable: (String) -> Bool
    ) -> MountpointsReport {
        do throws(CasterError) {
            return try table().report(of: "\(configuration.caster)", from: place, isUsable: isUsable)
        } catch {
            return MountpointsReport(
                caster: "\(configuration.caster)", problem: error.cause, reason: error.description)
        }
    }

    func table() throws(CasterError) -> SourceTable {
        let loop = CurlLoop()
        let stream = "\(configuration.caster)"
        let transfer = CasterTransfer(
            CasterTransfer.Request(configuration: configuration, login: login, isForTable: true), loop)
        let deadline = Self.now + patience
        while Self.now < deadline {
            loop.wait(milliseconds: 100)
            let reply = transfer.reply
            if reply.isTableCut {
                throw CasterError(
                    .tooLarge,
                    "\(stream): the list of mount points is larger than \(SourceTable.limit >> 20) MiB")
            }
            let isStream = !transfer.takeMessages().isEmpty
            if isStream || reply.verdict == .open && transfer.bytes > Self.mostDoubt {
                throw CasterError(.notCaster, "\(stream): the answer is not a list of mount points")
            }
            let ended = transfer.end()
            // A caster may leave the connection open after its table.
            if transfer.reply.isTableComplete { return SourceTable(transfer.reply.table) }
            guard let end = ended else { continue }
            if transfer.reply.verdict == .table { return SourceTable(transfer.reply.table) }
            // `CasterReply` reports any other content as a stream that is not RTCM 3, but no stream was requested here.
            guard end.cause != .notRTCM else {
                throw CasterError(.notCaster, "\(stream): the answer is not a list of mount points")
            }
            throw end
        }
        guard transfer.isAnswered else { throw CasterError(.unreachable, "\(stream): no answer in time") }
        throw CasterError(
            .tooSlow, "\(stream): the list of mount points did not arrive within \(patience / 1000) s")
    }

    /// The monotonic clock in milliseconds.
    private static var now: Int64 { SystemClock.monotonic / 1_000_000 }
}

extension SourceTable {
    /// The report on the table.
    func report(
        of caster: String, from place: (latitude: Double, longitude: Double)?, isUsable: (String) -> Bool
    ) -> MountpointsReport {
        var report = MountpointsReport(caster: caster)
        let usable = entries.filter { isUsable($0.name) }
        (report.total, report.unusable) = (entries.count, entries.count - usable.count)
        let measured = usable.map { (entry: $0, metres: $0.metres(from: place)) }
        report.mountpoints = measured.sorted { a, b in
            (a.metres ?? .infinity, a.entry.name) < (b.metres ?? .infinity, b.entry.name)
        }.prefix(MountpointsReport.limit).map { MountpointsReport.Mountpoint($0.entry, metres: $0.metres) }
        return report
    }
}

extension SourceTable.Entry {
    /// The distance along a geodesic in metres; nil if unknown.
    fileprivate func metres(from place: (latitude: Double, longitude: Double)?) -> Double? {
        guard let place, let latitude, let longitude else { return nil }
        let metres = gnss_geodesic_distance(place.latitude, place.longitude, latitude, longitude)
        return metres.isFinite ? metres : nil
    }
}

extension MountpointsReport.Mountpoint {
    fileprivate init(_ entry: SourceTable.Entry, metres: Double?) {
        self.init(
            name: entry.name, place: entry.place, format: entry.format, messages: entry.details,
            systems: entry.systems, network: entry.network, country: entry.country,
            // Source tables state positions to a hundredth of a degree.
            distance: metres.map { ($0 / 100).rounded() / 10 }, needsPosition: entry.needsPosition,
            needsPassword: entry.authentication == "B" || entry.authentication == "D", hasFee: entry.hasFee)
    }
}
