// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import GNSSTypes
internal import Glibc
internal import LocalSocket
internal import MessageTexts

extension Machine {
    /// Checks whether the listen addresses exist and are free.
    package func ports(_ configuration: Configured?) -> [DoctorReport.Finding] {
        let listen = configuration?.listen ?? ListenConfiguration()
        let addresses = listen.gpsd
        var findings = addresses.map { examine($0, "listen.gpsd") }
        let isOnlyIPv6 = addresses.allSatisfy { $0.host.contains(":") }
        if addresses.contains(where: { $0.host.contains(":") }), !hasIPv6 {
            findings.append(
                .init(
                    "IPv6", isOnlyIPv6 ? .problem : .warning, CodedText(DoctorText.noIPv6),
                    fix: isOnlyIPv6 ? CodedText(DoctorFixText.addIPv4) : nil))
        }
        findings += listen.nmea.filter { $0.transport == .tcp }.map { examine($0.address, "listen.nmea") }
        // The daemon runs without the default address.
        let isRequired = listen.http != [ListenConfiguration.defaultHTTP]
        findings += listen.http.map { examine($0, "listen.http", isRequired ? .problem : .warning) }
        findings += listen.https.map { examine($0, "listen.https") }
        return findings
    }

    private var hasIPv6: Bool {
        let isDisabled = root.text("/proc/sys/net/ipv6/conf/lo/disable_ipv6")?.first == "1"
        return !isDisabled
            && root.lines("/proc/net/if_inet6").contains { $0.hasPrefix("00000000000000000000000000000001") }
    }

    /// - Parameters:
    ///   - key: The key that lists the address.
    ///   - level: The severity if a program uses the port.
    private func examine(
        _ address: ListenAddress, _ key: String, _ level: DoctorReport.Finding.Level = .problem
    ) -> DoctorReport.Finding {
        let taken = processes.listeners.first { listener in
            listener.port == address.port && address.port != 0
                && Self.kernelNotation(address.host).map(listener.takes) ?? true
        }
        let name = address.description
        guard let taken else { return .init("port", .ok, CodedText(DoctorText.portFree, ["address": .words(name)])) }
        let holders = processes.holders(of: taken)
        if holders.contains(where: { $0.name == "gnss-gateway" }) {
            return .init("port", .ok, CodedText(DoctorText.portOwn, ["address": .words(name)]))
        }
        // systemd listens for a socket-activated service that has not been started.
        guard let holder = holders.first(where: { $0.id != 1 }) ?? holders.first else {
            return unseenHolder(of: taken, name, level)
        }
        let isSocketOfGPSD = holder.id == 1 && key == "listen.gpsd"
        let isForGPSD = isSocketOfGPSD || holder.name == "gpsd"
        return .init(
            "port", level,
            isSocketOfGPSD
                ? CodedText(DoctorText.portHeldForGPSD, ["address": .words(name)])
                : CodedText(
                    DoctorText.portHeld,
                    ["address": .words(name), "program": .words(holder.name), "process": .words("\(holder.id)")]),
            fix: CodedText(
                isForGPSD ? DoctorFixText.freePortOfGPSD : DoctorFixText.freePort, ["key": .words(key)]))
    }

    /// A port that is in use by a program whose files this user may not see.
    private func unseenHolder(
        of taken: ProcessTable.Listener, _ address: String, _ level: DoctorReport.Finding.Level
    ) -> DoctorReport.Finding {
        // The owner of the socket is visible without root, but root owns many sockets.
        if let daemon = processes.entries.first(where: { entry in
            entry.name == "gnss-gateway" && entry.id != getpid() && entry.user == taken.user && entry.user ?? 0 != 0
        }) {
            return .init(
                "port", .ok,
                CodedText(DoctorText.portProbablyOwn, ["address": .words(address), "process": .words("\(daemon.id)")]))
        }
        return .init(
            "port", level, CodedText(DoctorText.portHeldByAnother, ["address": .words(address)]),
            fix: CodedText(DoctorFixText.findListener, ["port": .words("\(taken.port)")]))
    }

    /// Converts an address to the notation of `/proc/net/tcp`; nil for a host name.
    static func kernelNotation(_ host: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let isIPv6 = host.contains(":")
        guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, host, &bytes) == 1 else { return nil }
        let words = bytes.prefix(isIPv6 ? 16 : 4).withUnsafeBytes { raw in
            stride(from: 0, to: raw.count, by: 4).map { raw.loadUnaligned(fromByteOffset: $0, as: UInt32.self) }
        }
        return words.map { word in
            let digits = String(word, radix: 16, uppercase: true)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// Checks whether a daemon answers.
    package func daemon() -> [DoctorReport.Finding] {
        guard root.isReal else { return [] }
        let path = ControlSocket.clientPath()
        // The folder of the socket may be inaccessible too.
        if access(path, R_OK | W_OK) != 0, errno == EACCES {
            let right = ControlSocket.missingGroup(for: path)
            return [
                .init(
                    "daemon", .warning,
                    CodedText(
                        DoctorText.daemonForbidden,
                        ["account": .words(Account.current.name), "path": .words(path)]),
                    fix: right.map { right in
                        CodedText(
                            DoctorFixText.joinSocketGroup,
                            ["group": .words(right.group), "account": .words(right.user)])
                    } ?? CodedText(DoctorFixText.runAsOwner))
            ]
        }
        if SocketProbe.isAnswered(path) {
            return [.init("daemon", .ok, CodedText(DoctorText.daemonRunning, ["path": .words(path)]))]
        }
        return [
            .init(
                "daemon", .warning, CodedText(DoctorText.daemonNotRunning, ["path": .words(path)]),
                fix: CodedText(DoctorFixText.startDaemon))
        ]
    }
}
