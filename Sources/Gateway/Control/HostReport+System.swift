// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Glibc
internal import SystemSupport

extension HostReport {
    /// The report on the daemon and this machine.
    static func current(started: HostTime, now: HostTime) -> HostReport {
        HostReport(
            name: "gnss-gateway", version: GatewayVersion.current, system: system, process: getpid(),
            started: Timestamp(started),
            uptime: Double(now.monotonicNanoseconds - started.monotonicNanoseconds) / 1e9, time: Timestamp(now))
    }

    /// The operating system, such as `Debian GNU/Linux 12 (bookworm), Linux 6.1.0 x86_64`.
    static let system: String = {
        var name = utsname()
        guard uname(&name) == 0 else { return release ?? "Linux" }
        let kernel = [text(name.sysname), text(name.release), text(name.machine)].joined(separator: " ")
        return [release, kernel].compactMap { $0 }.joined(separator: ", ")
    }()

    private static func text(_ field: some Any) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The name of the distribution (os-release(5)); nil if unknown.
    private static var release: String? {
        guard let text = WholeFile.text("/etc/os-release", atMost: 1 << 16) else { return nil }
        let lines = text.split(separator: "\n")
        let line = lines.first { $0.hasPrefix("PRETTY_NAME=") }
        return line.map { String($0.dropFirst(12)).filter { $0 != "\"" } }
    }
}
