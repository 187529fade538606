// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
internal import DaemonRuntime
internal import Glibc
internal import ReceiverHost
internal import Storage

/// The parts of a valid configuration that the checks need.
package struct Configured: Sendable {
    /// The listen addresses of the gpsd server.
    package var listen: [ListenAddress]
    /// The folder for state, if the configuration sets it.
    package var stateFolder: String?
    /// The paths of devices, each with its receiver.
    package var devices: [(receiver: String, path: String)]
    /// True if a receiver is connected over Bluetooth.
    var usesBluetooth = false
}

extension Machine {
    /// Reads the configuration and checks it and the plugins.
    package func configuration() -> (Configured?, [DoctorReport.Finding]) {
        do throws(ConfigurationErrors) {
            guard let file else {
                let drivers = DriverRegistry()
                let none = DoctorReport.Finding(
                    check: "configuration", level: .ok,
                    text: "no configuration file: receivers are discovered automatically")
                return (nil, [none] + Self.plugins(drivers))
            }
            let document = try ConfigurationDocument.read(path: root.prefix + file)
            let drivers = DriverRegistry(pluginPath: document.pluginPath)
            let configuration = try document.configuration(drivers: drivers.schemas)
            let count = configuration.receivers.count
            let valid = DoctorReport.Finding(
                check: "configuration", level: .ok, text: "\(file) is valid, \(count) receiver\(count == 1 ? "" : "s")")
            return (Configured(configuration, drivers), [valid] + Self.plugins(drivers))
        } catch {
            let findings = error.errors.map { error in
                DoctorReport.Finding(
                    check: "configuration", level: .problem, text: error.description,
                    fix: error.cause == .missingFile
                        ? "'gnss-gateway config show > \(error.file)' creates one to start from"
                        : error.cause == .notPermitted
                            ? "run the doctor with sudo so that it can read the file"
                            : "correct it and run 'gnss-gateway config check \(error.file)'")
            }
            return (nil, findings)
        }
    }

    /// The configuration that the package installs; nil if it does not exist or the account is not the service's.
    static func installedConfiguration(for account: Account, _ root: SystemRoot) -> String? {
        let path = "/etc/gnss-gateway/gateway.yaml"
        return account.name == Account.service && root.exists(path) ? path : nil
    }

    private static func plugins(_ drivers: DriverRegistry) -> [DoctorReport.Finding] {
        let kinds = drivers.schemas.keys.sorted()
        var findings = drivers.problems.map { problem in
            DoctorReport.Finding(
                check: "drivers", level: .warning, text: problem,
                fix: "remove the file, or see 'gnss-gateway drivers list'")
        }
        findings.append(
            kinds.isEmpty
                ? .init(
                    check: "drivers", level: .problem, text: "no drivers found",
                    fix:
                        "install the plugins to ../lib/gnss-gateway/plugins next to the program, or add their folder to "
                        + "'plugin_path'")
                : .init(check: "drivers", level: .ok, text: "found: \(kinds.joined(separator: ", "))"))
        return findings
    }

    /// Checks whether state can be stored.
    package func stateFolder(_ configuration: Configured?) -> [DoctorReport.Finding] {
        let path: String
        do throws(StoreError) {
            if let stated = configuration?.stateFolder {
                path = stated
            } else {
                path = try StateFolder(environment: variable, user: account.id).path
            }
        } catch {
            return [.init(check: "state", level: .problem, text: "\(error)", fix: "set STATE_DIRECTORY to a folder")]
        }
        if account.name == Account.service, path == "/var/lib/gnss-gateway", !root.exists(path) {
            return [
                .init(
                    check: "state", level: .ok,
                    text: "\(path) does not exist yet: systemd creates it at the first start")
            ]
        }
        var folder = path
        while !root.exists(folder), let slash = folder.lastIndex(of: "/"), folder.count > 1 {
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
        if isAllowed(3, at: folder) == true {
            // Other users cannot read the service's folder.
            if account.id != geteuid(), access(root.prefix + path, R_OK | X_OK) != 0, errno == EACCES {
                let text = "\(account.name) may write state to \(path); run with sudo to check its contents too"
                return [.init(check: "state", level: .ok, text: text)]
            }
            let findings = Self.store(StateFolder(root.prefix + path))
            return findings.isEmpty
                ? [.init(check: "state", level: .ok, text: "\(account.name) may write state to \(path)")] : findings
        }
        return [
            .init(
                check: "state", level: .problem,
                text: "\(account.name) may not write to \(folder), where state is kept",
                fix: "'sudo install -d -m 700 -o \(account.name) \(path)', or set STATE_DIRECTORY to another folder")
        ]
    }
}

extension Machine {
    /// Checks the store itself.
    fileprivate static func store(_ folder: StateFolder) -> [DoctorReport.Finding] {
        var findings: [DoctorReport.Finding] = folder.keptStores.map { name in
            .init(
                check: "state", level: .warning, text: "a damaged store is kept as \(folder.path)/\(name)",
                fix: "copy what you need from it, and move it to another folder")
        }
        if folder.isFull {
            findings.append(
                .init(
                    check: "state", level: .problem, text: "the disk of \(folder.path) is full",
                    fix: "free some space; 'df \(folder.path)' shows how much is available"))
        }
        do throws(StoreError) {
            if StoreInspection.isThere(folder) { try StoreInspection(folder).look() }
        } catch {
            findings.append(
                .init(
                    check: "state", level: .problem, text: error.description,
                    fix:
                        "'gnss-gateway store check' tells more; 'gnss-gateway store restore FILE' puts a backup in place"
                ))
        }
        return findings
    }
}

extension Configured {
    fileprivate init(_ configuration: GatewayConfiguration, _ drivers: DriverRegistry) {
        listen = configuration.listen.gpsd
        stateFolder = configuration.stateDirectory
        let plans = configuration.receivers.compactMap { try? ReceiverPlan($0, drivers) }
        devices = plans.compactMap { plan in
            plan.device.flatMap { $0.hasPrefix("/") ? (plan.id, $0) : nil }
        }
        usesBluetooth = plans.contains { $0.identity?.hasPrefix("bluetooth:") == true }
    }
}
