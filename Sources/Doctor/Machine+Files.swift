// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Glibc
internal import MessageTexts
internal import ReceiverHost
internal import Storage

/// The parts of a valid configuration that the checks need.
package struct Configured: Sendable {
    /// The listen addresses of the servers.
    package var listen: ListenConfiguration
    /// The folder for state, if the configuration sets it.
    package var stateFolder: String?
    /// The paths of devices, each with its receiver.
    package var devices: [(receiver: String, path: String)]
    /// True if a receiver is connected over Bluetooth.
    var usesBluetooth = false
    /// The operator's files for HTTPS; nil without HTTPS, or if the gateway creates its own certificate.
    var certificate: TLSSettings.Files?
    /// The connection to an MQTT broker; nil without one.
    var mqtt: MQTTSettings?
    /// The address to which alerts are posted; nil for none.
    var webhook: WebhookSettings?
    /// The files with certificate authorities, each with its place and key.
    var authorityFiles: [(key: String, path: String)] = []
    /// The files with secrets that the configuration names.
    var secretFiles: [String] = []
    /// Those of them that have no check of their own, each with its place and key.
    var plainSecretFiles: [(key: String, path: String)] = []
    /// True if the configuration file itself holds a secret: the path of a webhook's address.
    var holdsSecret = false
}

extension Machine {
    /// Reads the configuration and checks it and the plugins.
    package func configuration() -> (Configured?, [DoctorReport.Finding]) {
        var plugins: [DoctorReport.Finding] = []
        do throws(ConfigurationErrors) {
            guard let file else {
                let drivers = DriverRegistry(user: pluginUser)
                let none = DoctorReport.Finding("configuration", .ok, CodedText(DoctorText.configurationAbsent))
                return (nil, [none] + Self.plugins(drivers))
            }
            let document = try ConfigurationDocument.read(path: root.prefix + file)
            let drivers = DriverRegistry(pluginPath: document.pluginPath, user: pluginUser)
            plugins = Self.plugins(drivers)
            let configuration = try document.configuration(
                drivers: drivers.schemas, alwaysIsolated: drivers.alwaysIsolated)
            let count = configuration.receivers.count
            let valid = DoctorReport.Finding(
                "configuration", .ok,
                CodedText(DoctorText.configurationValid, ["file": .words(file), "count": .count(count)]))
            return (Configured(configuration, drivers), [valid] + plugins)
        } catch {
            let findings = error.errors.map { error in
                DoctorReport.Finding(
                    "configuration", .problem,
                    CodedText(DoctorText.configurationError, ["detail": .words(error.description)]),
                    fix: Self.fix(of: error))
            }
            // A driver that the configuration names may be missing because its plugin cannot be used.
            return (nil, findings + plugins)
        }
    }

    /// The account, as far as the search for plugins depends on it.
    private var pluginUser: PluginUser {
        PluginUser(id: account.id) { name in
            variable(name).flatMap { $0.hasPrefix("/") ? root.prefix + $0 : nil }
        }
    }

    /// Checks whether every user can read a file that holds a secret.
    package func secrets(_ configuration: Configured?) -> [DoctorReport.Finding] {
        guard let configuration else { return [] }
        let own = configuration.holdsSecret ? [file].compactMap { $0 } : []
        let fix: DoctorFixText = account.name == Account.service ? .protectServiceFile : .protectFile
        return (own + configuration.secretFiles).filter(isOpenToAll).map { path in
            .init(
                "configuration", .warning, CodedText(DoctorText.secretOpen, ["file": .words(path)]),
                fix: CodedText(fix, ["file": .words(path)]))
        }
    }

    /// Returns true if the modes of a file and of the folders on its path permit every user to read it.
    private func isOpenToAll(_ path: String) -> Bool {
        guard let status = root.status(path), status.st_mode & S_IROTH != 0 else { return false }
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = folder[..<slash]
            guard let status = root.status(String(folder)), status.st_mode & S_IXOTH != 0 else { return false }
        }
        return true
    }

    private static func fix(of error: ConfigurationError) -> CodedText {
        switch error.cause {
        case .missingFile: CodedText(DoctorFixText.createConfiguration, ["file": .words(error.file)])
        case .notPermitted: CodedText(DoctorFixText.readWithSudo)
        default: CodedText(DoctorFixText.correctConfiguration, ["file": .words(error.file)])
        }
    }

    /// The configuration that the package installs; nil if it does not exist or the account is not the service's.
    static func installedConfiguration(for account: Account, _ root: SystemRoot) -> String? {
        let path = "/etc/gnss-gateway/gateway.yaml"
        return account.name == Account.service && root.exists(path) ? path : nil
    }

    private static func plugins(_ drivers: DriverRegistry) -> [DoctorReport.Finding] {
        let kinds = drivers.schemas.keys.sorted()
        let unexamined = Set(drivers.unexamined)
        var findings = drivers.problems.map { problem in
            DoctorReport.Finding(
                "drivers", .warning, CodedText(DoctorText.driverUnusable, ["detail": .words(problem)]),
                fix: unexamined.contains(problem) ? nil : CodedText(DoctorFixText.removePlugin))
        }
        findings.append(
            kinds.isEmpty
                ? .init(
                    "drivers", .problem, CodedText(DoctorText.driversAbsent),
                    fix: CodedText(DoctorFixText.installPlugins)
                )
                : .init(
                    "drivers", .ok,
                    CodedText(DoctorText.driversFound, ["drivers": .words(kinds.joined(separator: ", "))])))
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
            return [
                .init(
                    "state", .problem, CodedText(DoctorText.stateUnknown, ["detail": .words("\(error)")]),
                    fix: CodedText(DoctorFixText.setStateFolder))
            ]
        }
        if account.name == Account.service, path == "/var/lib/gnss-gateway", !root.exists(path) {
            return [.init("state", .ok, CodedText(DoctorText.stateNotYet, ["folder": .words(path)]))]
        }
        var folder = path
        while !root.exists(folder), let slash = folder.lastIndex(of: "/"), folder.count > 1 {
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
        if isAllowed(3, at: folder) == true {
            // Other users cannot read the service's folder.
            if account.id != geteuid(), access(root.prefix + path, R_OK | X_OK) != 0, errno == EACCES {
                return [
                    .init(
                        "state", .ok,
                        CodedText(
                            DoctorText.stateUnseen, ["account": .words(account.name), "folder": .words(path)]))
                ]
            }
            let findings = Self.store(StateFolder(root.prefix + path))
            return findings.isEmpty
                ? [
                    .init(
                        "state", .ok,
                        CodedText(
                            DoctorText.stateWritable, ["account": .words(account.name), "folder": .words(path)]))
                ] : findings
        }
        return [
            .init(
                "state", .problem,
                CodedText(DoctorText.stateReadOnly, ["account": .words(account.name), "folder": .words(folder)]),
                fix: CodedText(
                    DoctorFixText.makeStateFolder, ["account": .words(account.name), "folder": .words(path)]))
        ]
    }
}

extension Machine {
    /// Checks the store itself.
    fileprivate static func store(_ folder: StateFolder) -> [DoctorReport.Finding] {
        var findings: [DoctorReport.Finding] = folder.keptStores.map { name in
            .init(
                "state", .warning,
                CodedText(DoctorText.storeDamaged, ["file": .words("\(folder.path)/\(name)")]),
                fix: CodedText(DoctorFixText.moveStore))
        }
        if folder.isFull {
            findings.append(
                .init(
                    "state", .problem, CodedText(DoctorText.storeFull, ["folder": .words(folder.path)]),
                    fix: CodedText(DoctorFixText.freeSpace, ["folder": .words(folder.path)])))
        }
        do throws(StoreError) {
            if StoreInspection.isThere(folder) { try StoreInspection(folder).look() }
        } catch {
            findings.append(
                .init(
                    "state", .problem, CodedText(DoctorText.storeError, ["detail": .words(error.description)]),
                    fix: CodedText(DoctorFixText.checkStore, ["folder": .words(folder.path)])))
        }
        return findings
    }
}

extension Configured {
    fileprivate init(_ configuration: GatewayConfiguration, _ drivers: DriverRegistry) {
        listen = configuration.listen
        stateFolder = configuration.stateDirectory
        let plans = configuration.receivers.compactMap { try? ReceiverPlan($0, drivers) }
        devices = plans.compactMap { plan in
            plan.device.flatMap { $0.hasPrefix("/") ? (plan.id, $0) : nil }
        }
        if case .files(let files) = configuration.tls, !configuration.listen.https.isEmpty { certificate = files }
        mqtt = configuration.mqtt
        webhook = configuration.webhook
        authorityFiles = configuration.authorityFiles
        let (legacySecret, broker) = (configuration.captures.legacySecretFile, configuration.mqtt)
        secretFiles = [
            configuration.corrections?.passwordFile, webhook?.secretFile, broker?.passwordFile, broker?.key,
            broker?.sharedKeyFile, legacySecret.isEmpty ? nil : legacySecret,
        ].compactMap { $0 }
        let plain: [(String, String?)] = [
            ("corrections.password_file", configuration.corrections?.passwordFile),
            ("captures.legacy_secret_file", legacySecret.isEmpty ? nil : legacySecret),
        ]
        plainSecretFiles = plain.compactMap { key, path in path.map { (key: key, path: $0) } }
        // A path of "/" alone is no secret.
        holdsSecret = webhook.map { $0.url.utf8.count > $0.origin.utf8.count + 1 } ?? false
        usesBluetooth = plans.contains { $0.identity?.hasPrefix("bluetooth:") == true }
    }
}
