// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The table of allowed imports, `Tests/Architecture/layers.json`.
struct Layers: Decodable {
    /// What is drawn of a module.
    struct Module: Decodable {
        /// Its floor, 0...9; none for a plugin.
        var floor: Int?
        /// Whether it belongs to the driver kit: nothing outside the toolchain, no Foundation.
        var kit: Bool?
        /// Whether it is a driver.
        var plugin: Bool?
        /// Whether it is C code for one module of floor 0, which may import it.
        var shim: Bool?
        /// Whether it may import FoundationEssentials, to decode configuration.
        var essentials: Bool?
        /// The modules of ours that it may import.
        var imports: Set<String>
    }

    /// Modules that come with the toolchain.
    var toolchain: Set<String>
    /// Modules of outside dependencies.
    var packages: Set<String>
    /// The arrows allowed between modules of one floor.
    var neighbours: [String: Set<String>]
    /// The arrows allowed between the folders of a module above 4,000 lines: by module and folder, `.` for files beside them.
    var folders: [String: [String: Set<String>]]
    /// Modules that may have more than 6,000 lines: tables of messages, and generated code.
    var largeModules: Set<String>
    /// Our modules, by name.
    var modules: [String: Module]

    private enum CodingKeys: String, CodingKey {
        case toolchain, packages, neighbours, folders, modules
        case largeModules = "large_modules"
    }

    /// The table of this package.
    static func read() throws -> Layers {
        let url = SourceTree.package.appending(path: "Tests/Architecture/layers.json")
        return try JSONDecoder().decode(Layers.self, from: Data(contentsOf: url))
    }

    /// What the table does not allow of a file's imports and declarations, in sentences.
    func faults(of file: SourceFile) -> [String] {
        guard let module = modules[file.module] else {
            return ["\(file.path): module \(file.module) is not in the table"]
        }
        let imports = file.imports.subtracting(module.imports).sorted().compactMap { name -> String? in
            guard modules[name] == nil else { return "\(file.path): \(file.module) may not import \(name)" }
            guard !toolchain.contains(name) else { return toolchainFault(file, module, name) }
            guard packages.contains(name) else { return "\(file.path): \(name) is an unknown module" }
            return isLight(module) ? "\(file.path): \(file.module) may not import the dependency \(name)" : nil
        }
        let types = file.types.filter { $0 == file.module }.map { "\(file.path): type \($0) bears its module's name" }
        return imports + types
    }

    /// Whether a module imports nothing outside the toolchain.
    private func isLight(_ module: Module) -> Bool { module.kit == true || module.plugin == true }

    private func toolchainFault(_ file: SourceFile, _ module: Module, _ name: String) -> String? {
        let isRefused =
            switch name {
            case "Foundation": isLight(module)
            case "FoundationEssentials": isLight(module) && module.essentials != true
            default: false
            }
        return isRefused ? "\(file.path): \(file.module) may not import \(name)" : nil
    }

    /// Arrows of the table itself that break the rules of the house.
    var faults: [String] {
        modules.sorted { $0.key < $1.key }.flatMap { name, module in
            module.imports.sorted().compactMap { imported in
                isAllowed(name, module, imported) ? nil : "the table lets \(name) import \(imported)"
            }
        }
    }

    private func isAllowed(_ name: String, _ module: Module, _ imported: String) -> Bool {
        guard let target = modules[imported] else { return false }
        if module.kit == true, target.kit != true { return false }
        // A driver stands beside the house: it sees floors 0 and 1, DriverKit, the stream decoder, what drivers of
        // lines share and what simulates; its export sees it.
        guard let floor = module.floor else {
            let shared = ["DriverKit", "OSNMASimulation", "ReceiverStream", "SerialReceiver", "Simulation"]
            return (target.floor ?? 0) < 2 || shared.contains(imported)
        }
        guard let below = target.floor else { return false }
        if floor == 0, target.shim == true { return true }
        if floor == below { return neighbours[name]?.contains(imported) == true }
        // Stages and servers are joined in one place, and know neither drivers nor formats.
        // A recording, in a file or over the control interface, is in the contract's encoding, which Records has.
        if ["GatewayClient", "Recording", "WebAPI"].contains(name), imported == "Records" { return true }
        // A stage may stand on an engine or a format of its own: corrections on RTCM, validation on OSNMA.
        if floor == 3, below == 1 { return true }
        // The servers that speak NMEA make sentences for receivers that send none.
        if ["GPSDServer", "NMEAServer"].contains(name), imported == "NMEA" { return true }
        // Shows people the frames of every format: the stage reads them with the decoder that drivers and `decode` share.
        if name == "RawFrames", imported == "ReceiverStream" { return true }
        // Recorded paths are state on disk: the stage's types are those of the store, without a translator between them.
        if ["BackOfficeSync", "TrackRecording", "FieldCapture"].contains(name), imported == "Storage" { return true }
        // What the simulated counterparts of the gateway read they read with decoders of their own.
        if ["AgrirouterSimulator", "BackOfficeSimulator"].contains(name), imported == "StrictFormats" { return true }
        // Certificates have one form, whoever makes them.
        if ["AgrirouterSimulator", "ServerTLS"].contains(name), imported == "Certificates" { return true }
        // The control interface and its client share the requests and reports; those for setting up receivers stand apart.
        let ownReports = ["BackOfficeModel", "SetupModel"]
        if ["GatewayClient", "WebAPI"].contains(name), ownReports.contains(imported) { return true }
        if name == "BackOfficeSync", imported == "BackOfficeModel" { return true }
        if (3...4).contains(floor) { return below == 0 || ["ControlModel", "ObservationBus"].contains(imported) }
        return below < floor
    }
}
