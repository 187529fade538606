// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import Glibc
internal import LocalSocket

extension Machine {
    /// Checks whether the listen addresses exist and are free.
    package func ports(_ configuration: Configured?) -> [DoctorReport.Finding] {
        let addresses = configuration?.listen ?? ListenConfiguration().gpsd
        var findings = addresses.map(examine)
        let isOnlyIPv6 = addresses.allSatisfy { $0.host.contains(":") }
        if addresses.contains(where: { $0.host.contains(":") }), !hasIPv6 {
            findings.append(
                .init(
                    check: "IPv6", level: isOnlyIPv6 ? .problem : .warning,
                    text: "IPv6 is disabled; the IPv6 addresses in listen.gpsd are ignored",
                    fix: isOnlyIPv6 ? "add an IPv4 address to listen.gpsd: \"127.0.0.1:2947\"" : nil))
        }
        return findings
    }

    private var hasIPv6: Bool {
        let isDisabled = root.text("/proc/sys/net/ipv6/conf/lo/disable_ipv6")?.first == "1"
        return !isDisabled
            && root.lines("/proc/net/if_inet6").contains { $0.hasPrefix("00000000000000000000000000000001") }
    }

    private func examine(_ address: ListenAddress) -> DoctorReport.Finding {
        let taken = processes.listeners.first { listener in
            listener.port == address.port && address.port != 0
                && Self.kernelNotation(address.host).map(listener.takes) ?? true
        }
        guard let taken else { return .init(check: "port", level: .ok, text: "\(address) is free") }
        let holders = processes.holders(of: taken)
        if holders.contains(where: { $0.name == "gnss-gateway" }) {
            return .init(check: "port", level: .ok, text: "\(address) is used by the gateway")
        }
        // systemd listens for a socket-activated service that has not been started.
        let holder = holders.first { $0.id != 1 } ?? holders.first
        guard let holder else {
            // The owner of the socket is visible without root, but root owns many sockets.
            if let daemon = processes.entries.first(where: { entry in
                entry.name == "gnss-gateway" && entry.id != getpid() && entry.user == taken.user && entry.user ?? 0 != 0
            }) {
                return .init(
                    check: "port", level: .ok,
                    text: "\(address) is in use, probably by the running gateway (process \(daemon.id)); "
                        + "'sudo gnss-gateway doctor' shows which program uses it")
            }
            return .init(
                check: "port", level: .problem, text: "\(address) is in use by another user's program",
                fix: "find the program with 'sudo ss -tlnp sport = :\(address.port)'")
        }
        let isForGPSD = holder.id == 1 || holder.name == "gpsd"
        return .init(
            check: "port", level: .problem,
            text: "\(address) is in use by \(holder.id == 1 ? "systemd, for gpsd.socket" : holder.description)",
            fix: isForGPSD
                ? "'sudo systemctl disable --now gpsd.socket gpsd.service', or another port in listen.gpsd"
                : "end it, or choose another port in listen.gpsd")
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
            return [
                .init(
                    check: "daemon", level: .warning,
                    text: "\(Account.current.name) may not use the control socket \(path)",
                    fix: ControlSocket.remedy(for: path) ?? "run it as root, or as the user that runs the gateway")
            ]
        }
        if SocketProbe.isAnswered(path) {
            return [.init(check: "daemon", level: .ok, text: "the gateway is running (\(path))")]
        }
        return [
            .init(
                check: "daemon", level: .warning, text: "the gateway is not running (no answer at \(path))",
                fix: "'sudo systemctl enable --now gnss-gateway', or in a terminal 'gnss-gateway run'")
        ]
    }
}
