// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct LayersTests {
    @Test("Every import under Sources and Plugins is an arrow of the table")
    func imports() throws {
        let layers = try Layers.read()
        let files = try SourceTree.files()
        #expect(files.contains { $0.module == "GNSSTypes" }, "no sources found below \(SourceTree.package.path)")
        let faults = files.flatMap(layers.faults(of:))
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test("Every folder of Sources and Plugins stands in the table")
    func modules() throws {
        let unknown = try SourceTree.modules().subtracting(try Layers.read().modules.keys)
        #expect(unknown.isEmpty, "not in Tests/Architecture/layers.json: \(unknown.sorted())")
    }

    @Test("The table itself keeps the rules: arrows run down, between neighbours only those of a few modules")
    func table() throws {
        let layers = try Layers.read()
        #expect(layers.faults.isEmpty, "\(layers.faults.joined(separator: "\n"))")
        #expect(
            layers.neighbours == [
                "BackOfficeCommands": ["CommandSupport"], "BackOfficeModel": ["ControlModel"],
                "ClientAdmission": ["SystemSupport"],
                "ConfigurationFile": ["ControlModel"],
                "PluginHosting": ["DriverKit"],
                "DriverTesting": ["DriverKit", "PluginHosting", "ReceiverStream"],
                "SerialReceiver": ["DriverKit", "ReceiverStream"], "OSNMAFiles": ["ReceiverStream"],
                "OSNMASimulation": ["Simulation"], "PhotoDocuments": ["CaptureFormat"], "Recording": ["GatewayClient"],
                "WebAPI": ["Access", "ServerTLS", "Translations"],
                "LocalSocket": ["SystemSupport"], "MessageTexts": ["GNSSTypes"], "PathCommands": ["CommandSupport"],
                "SetupModel": ["ControlModel"], "Transport": ["SystemSupport"],
            ])
    }

    @Test("The arrows run in no circle")
    func circles() throws {
        var left = try Layers.read().modules.mapValues(\.imports)
        while case let free = left.filter({ $0.value.isDisjoint(with: left.keys) }).keys, !free.isEmpty {
            for name in free { left[name] = nil }
        }
        #expect(left.isEmpty, "these are in one, or above one: \(left.keys.sorted())")
    }

    static let forbidden = [
        ("Sources/NMEA/A.swift", "import ObservationBus", "NMEA may not import ObservationBus"),
        ("Sources/NMEA/A.swift", "@preconcurrency public import Gateway", "NMEA may not import Gateway"),
        ("Sources/NMEA/A.swift", "import struct DriverKit.Batch", "NMEA may not import DriverKit"),
        ("Sources/NMEA/A.swift", "import Foundation", "NMEA may not import Foundation"),
        ("Sources/NMEA/A.swift", "import FoundationEssentials", "NMEA may not import FoundationEssentials"),
        ("Sources/NMEA/A.swift", "import NIOCore", "NMEA may not import the dependency NIOCore"),
        ("Sources/NMEA/A.swift", "import Novelty", "Novelty is an unknown module"),
        ("Sources/GPSDServer/A.swift", "private import WebAPI", "GPSDServer may not import WebAPI"),
        ("Sources/GPSDServer/A.swift", "import DriverKit", "GPSDServer may not import DriverKit"),
        ("Sources/WebAPI/A.swift", "import DriverKit", "WebAPI may not import DriverKit"),
        ("Sources/WebAPI/A.swift", "import GatewayClient", "WebAPI may not import GatewayClient"),
        ("Sources/gnss-gateway/A.swift", "import WebAPI", "gnss_gateway may not import WebAPI"),
        ("Sources/GatewayClient/A.swift", "import WebAPI", "GatewayClient may not import WebAPI"),
        ("Sources/GatewayClient/A.swift", "import ObservationBus", "GatewayClient may not import ObservationBus"),
        ("Sources/gnss-lab/A.swift", "import WebAPI", "gnss_lab may not import WebAPI"),
        ("Sources/Gateway/A.swift", "import NMEA", "Gateway may not import NMEA"),
        ("Sources/gnss-gateway/A.swift", "import FileSimulator", "gnss_gateway may not import FileSimulator"),
        ("Plugins/FileSimulator/A.swift", "import ObservationBus", "FileSimulator may not import ObservationBus"),
        ("Plugins/FileSimulator/A.swift", "import PluginHosting", "FileSimulator may not import PluginHosting"),
        ("Plugins/FileSimulator/A.swift", "import Foundation", "FileSimulator may not import Foundation"),
        ("Plugins/FileSimulator/Export/A.swift", "import NMEA", "FileSimulatorPlugin may not import NMEA"),
        ("Sources/Unheard/A.swift", "", "module Unheard is not in the table"),
        ("Sources/NMEA/A.swift", "public enum NMEA {", "type NMEA bears its module's name"),
        ("Sources/NMEA/A.swift", "public final class NMEA: Sendable {", "type NMEA bears its module's name"),
    ]

    @Test("A forbidden arrow or name is found", arguments: forbidden)
    func found(_ path: String, _ text: String, _ fault: String) throws {
        let file = SourceFile(path: path, text: "// SPDX\n\n" + text + "\n")
        #expect(try Layers.read().faults(of: file) == ["\(path): \(fault)"])
    }

    @Test("What the table allows, and words in comments and templates, are no faults")
    func allowed() throws {
        let text = """
            // import Gateway
            public import GNSSTypes
            import Wire
            import Glibc
            struct NMEASentence { struct NMEA {} }
                struct NMEA {}
            let template = \"\"\"
            import Gateway
            struct NMEA {}
            \"\"\"
            """
        let file = SourceFile(path: "Sources/NMEA/A.swift", text: text)
        #expect(file.imports == ["GNSSTypes", "Wire", "Glibc"])
        #expect(try Layers.read().faults(of: file).isEmpty)
    }

    @Test("A table that breaks the rules is found")
    func badTables() throws {
        for (module, imported) in [
            ("NMEA", "DriverKit"), ("GNSSTypes", "Wire"), ("GPSDServer", "WebAPI"), ("WebAPI", "NMEA"),
            ("GatewayClient", "WebAPI"), ("GatewayClient", "DriverKit"), ("WebAPI", "GatewayClient"),
            ("Records", "DriverKit"), ("Corrections", "SetupModel"), ("Access", "SetupModel"),
            ("DriverKit", "PluginHosting"), ("NMEASerial", "PluginHosting"),
            ("DriverKit", "ObservationBus"), ("FileSimulator", "Gateway"), ("Gateway", "FileSimulator"),
            ("Gateway", "Nothing"),
        ] {
            var layers = try Layers.read()
            layers.modules[module]?.imports.insert(imported)
            #expect(layers.faults == ["the table lets \(module) import \(imported)"])
        }
    }
}
