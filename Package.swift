// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// True if `GNSS_KIT_ONLY` is set in the environment: the package then contains only the driver kit, without external
/// dependencies and without the targets that need them.
let kitOnly = Context.environment["GNSS_KIT_ONLY"] != nil

/// True if `GNSS_FUZZ` is set in the environment: the package is then one static library, which `script/fuzz` links.
let fuzzing = Context.environment["GNSS_FUZZ"] != nil

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A section for each function, so that the linker can place it (see `inOrder`).
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
]

/// The settings of modules that only compute. They are optimised in debug builds too, because tests replay and simulate
/// hours of satellite data with them. Overflow and bounds are still checked.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The linker's settings for the program and its drivers: in release builds, functions that each epoch executes lie side by side
/// (`docs/decisions/0027-functions-in-the-order-of-an-epoch.md`). Constants stay in the segment of the code, whose memory the
/// daemon releases after its start.
let inOrder: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "--no-rosegment", "-Xlinker", "--no-warn-symbol-ordering",
            "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/packaging/function-order.txt",
        ], .when(configuration: .release))
]

/// The settings of C modules.
let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

/// Declares a module in `Sources/`.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict + settings)
}

/// Declares the tests of a module, in `Tests/`.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: strict)
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
// SQLite's own functions, for code in which calls through GRDB take too long.
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let yamsPackage = Package.Dependency.package(url: "https://github.com/jpsim/Yams", .upToNextMinor(from: "6.2.2"))
let cryptoPackage = Package.Dependency.package(
    url: "https://github.com/apple/swift-crypto", .upToNextMinor(from: "4.5.2"))
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let swiftProtobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")

let kitTargets: [Target] = [
    .target(name: "CGNSSDriver", cSettings: strictC),
    .target(name: "CTransport", cSettings: strictC),
    .target(name: "CDriverTesting", cSettings: strictC),
    module("SystemSupport"),
    module("Transport", ["CTransport", "SystemSupport"]),
    module("GNSSTypes", settings: optimised),
    module("Wire", settings: optimised),
    module("NMEA", ["GNSSTypes", "Wire"], settings: optimised),
    module("UBX", ["GNSSTypes", "Wire"], settings: optimised),
    module("RTCM", ["GNSSTypes", "Wire"], settings: optimised),
    module("SBF", ["GNSSTypes", "Wire"], settings: optimised),
    module("ReceiverStream", ["GNSSTypes", "NMEA", "RTCM", "SBF", "UBX", "Wire"], settings: optimised),
    module("Records", ["CGNSSDriver", "GNSSTypes"]),
    module("DriverKit", ["CGNSSDriver", "GNSSTypes", "Records", "SystemSupport"]),
    module("PluginHosting", ["CGNSSDriver", "DriverKit", "GNSSTypes", "Records"]),
    module(
        "DriverTesting",
        [
            "CDriverTesting", "CTransport", "DriverKit", "GNSSTypes", "NMEA", "PluginHosting", "ReceiverStream",
            "Records", "SystemSupport", "UBX",
        ]),
    module("SerialReceiver", ["DriverKit", "GNSSTypes", "NMEA", "ReceiverStream", "Transport", "UBX"]),
    .target(
        name: "Simulation", dependencies: ["GNSSTypes", "NMEA", "UBX", "Wire"],
        resources: [.embedInCode("Text/scenario-schema.json")], swiftSettings: strict + optimised),
    .target(
        name: "NMEASerial", dependencies: ["DriverKit", "GNSSTypes", "ReceiverStream", "SerialReceiver"],
        path: "Plugins/NMEASerial", exclude: ["Export", "README.md"],
        resources: [.embedInCode("sample.yaml"), .embedInCode("schema.json")], swiftSettings: strict),
    .target(
        name: "NMEASerialPlugin", dependencies: ["CGNSSDriver", "DriverKit", "NMEASerial"],
        path: "Plugins/NMEASerial/Export", swiftSettings: strict, linkerSettings: inOrder),
    .target(
        name: "UBXReceiver", dependencies: ["DriverKit", "ReceiverStream", "SerialReceiver", "UBX"],
        path: "Plugins/UBXReceiver", exclude: ["Export", "README.md"],
        resources: [.embedInCode("sample.yaml"), .embedInCode("schema.json")], swiftSettings: strict),
    .target(
        name: "UBXReceiverPlugin", dependencies: ["CGNSSDriver", "DriverKit", "UBXReceiver"],
        path: "Plugins/UBXReceiver/Export", swiftSettings: strict, linkerSettings: inOrder),
    // Code shared by tests.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    // Code shared by the tests of the receiver drivers.
    .target(
        name: "ReceiverFixtures",
        dependencies: ["DriverKit", "DriverTesting", "GNSSTypes", "SystemSupport", "TestSupport"],
        path: "Tests/ReceiverFixtures", swiftSettings: strict),
    tests("ArchitectureTests", ["TestSupport"]),
    tests("SystemSupportTests", ["SystemSupport"]),
    tests("TransportTests", ["CTransport", "Transport"]),
    tests("WireTests", ["Wire"]),
    tests("GNSSTypesTests", ["GNSSTypes"]),
    tests("NMEATests", ["GNSSTypes", "NMEA", "Wire"]),
    tests("UBXTests", ["DriverTesting", "GNSSTypes", "TestSupport", "UBX", "Wire"]),
    tests("RTCMTests", ["RTCM", "TestSupport", "Wire"]),
    tests("SBFTests", ["GNSSTypes", "SBF", "Wire"]),
    tests("ReceiverStreamTests", ["GNSSTypes", "NMEA", "ReceiverStream", "TestSupport", "UBX", "Wire"]),
    tests("RecordsTests", ["CGNSSDriver", "GNSSTypes", "Records"]),
    tests("DriverKitTests", ["CGNSSDriver", "DriverKit", "DriverTesting", "GNSSTypes", "PluginHosting", "Records"]),
    tests("PluginHostingTests", ["DriverKit", "GNSSTypes", "PluginHosting", "Records"]),
    tests("SimulationTests", ["GNSSTypes", "NMEA", "ReceiverStream", "Simulation", "TestSupport", "UBX", "Wire"]),
    tests(
        "UBXReceiverTests",
        [
            "DriverKit", "DriverTesting", "GNSSTypes", "PluginHosting", "ReceiverFixtures", "SerialReceiver",
            "Transport", "UBX", "UBXReceiver",
        ]),
    tests(
        "NMEASerialTests",
        [
            "DriverKit", "DriverTesting", "GNSSTypes", "NMEASerial", "PluginHosting", "ReceiverFixtures",
            "ReceiverStream", "SerialReceiver", "Transport",
        ]),
]

let gatewayTargets: [Target] = [
    .target(name: "CProcess", cSettings: strictC),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .target(name: "CLateBinding", cSettings: strictC),
    // Building a module that depends on CLateBinding needs only the headers of its library.
    .target(name: "CSystemdBus", dependencies: ["CLateBinding"], cSettings: strictC),
    .target(name: "CSystemdNotify", dependencies: ["CLateBinding"], cSettings: strictC),
    .target(name: "CQRCode", dependencies: ["CLateBinding"], cSettings: strictC),
    .target(name: "CPango", dependencies: ["CLateBinding"], cSettings: strictC),
    .target(name: "CMosquitto", dependencies: ["CLateBinding"], cSettings: strictC),
    module("MQTT", ["CMosquitto", "SystemSupport"]),
    .target(name: "CTurboJPEG", dependencies: ["CLateBinding"], cSettings: strictC),
    .target(
        name: "Agrirouter", dependencies: ["GNSSTypes", "MessageTexts", "Wire", swiftProtobuf], exclude: ["Protos"],
        swiftSettings: strict),
    module("Centroid", ["GNSSTypes", "MessageTexts"], settings: optimised),
    module("MessageTexts", ["GNSSTypes"]),
    module("Outbox", ["GNSSTypes", "SystemSupport"]),
    module("Orbits", ["GNSSTypes", "Wire"], settings: optimised),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CZip", dependencies: ["CLateBinding"], cSettings: strictC),
    .target(name: "CGeodesic", cSettings: strictC, linkerSettings: [.linkedLibrary("GeographicLib")]),
    module("XMLReading", ["CExpat"]),
    module("Zip", ["CZip"]),
    module("Paths", ["CGeodesic", "CZip", "GNSSTypes", "Wire", "XMLReading", "Zip"]),
    module(
        "CaptureFormat",
        ["CTurboJPEG", "CZip", "CZlib", "GNSSTypes", "MessageTexts", "SystemSupport", "Wire", "Zip", crypto],
        settings: optimised),
    module("OSNMA", ["GNSSTypes", "Wire", crypto, cryptoExtras], settings: optimised),
    module(
        "OSNMAFiles", ["GNSSTypes", "OSNMA", "ReceiverStream", "Records", "SystemSupport", "Wire", "XMLReading"],
        settings: optimised),
    .target(name: "CBluetooth", cSettings: strictC, linkerSettings: [.linkedLibrary("bluetooth")]),
    .target(
        name: "BluetoothRFCOMM",
        dependencies: ["CBluetooth", "DriverKit", "GNSSTypes", "ReceiverStream", "SerialReceiver", "Transport", "UBX"],
        path: "Plugins/BluetoothRFCOMM", exclude: ["Export", "README.md"],
        resources: [.embedInCode("sample.yaml"), .embedInCode("schema.json")], swiftSettings: strict),
    .target(
        name: "BluetoothRFCOMMPlugin", dependencies: ["CGNSSDriver", "DriverKit", "BluetoothRFCOMM"],
        path: "Plugins/BluetoothRFCOMM/Export", swiftSettings: strict, linkerSettings: inOrder),
    .target(name: "CCurl", dependencies: ["CLateBinding"], cSettings: strictC),
    .target(name: "COpenSSL", cSettings: strictC, linkerSettings: [.linkedLibrary("crypto")]),
    module("Curl", ["CCurl"]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Contains the files of the folder Console; script/console-assets lists them.
    .target(name: "CConsoleAssets", cSettings: strictC),
    module("WebConsole", ["CConsoleAssets", "CZlib", crypto]),
    module(
        "DaemonRuntime",
        [
            "CProcess", "CSystemdNotify", "GNSSTypes", "MessageTexts", "SystemSupport", coreMetrics, logging,
            serviceLifecycle,
        ]),
    module("LocalSocket", ["SystemSupport"]),
    module("Settings", []),
    module("ControlModel", ["BackOffice", "GNSSTypes", "MessageTexts", "Settings", "SystemSupport"]),
    module("SetupModel", ["ControlModel", "GNSSTypes", "MessageTexts"]),
    module("BackOfficeModel", ["ControlModel", "GNSSTypes"]),
    module("BackOffice", ["GNSSTypes", "Settings", "Wire"], settings: optimised),
    module(
        "BackOfficeSync",
        [
            "BackOffice", "BackOfficeModel", "CaptureFormat", "CCurl", "ControlModel", "Curl", "GNSSTypes",
            "MessageTexts", "Paths", "Storage", "SystemSupport", logging, serviceLifecycle,
        ]),
    module("ConfigurationFile", ["ControlModel", "GNSSTypes", "MessageTexts", "Settings", "SystemSupport", yams]),
    module("ObservationBus", ["GNSSTypes"]),
    module(
        "Corrections",
        [
            "CCurl", "CGeodesic", "ControlModel", "Curl", "GNSSTypes", "MessageTexts", "NMEA", "ObservationBus", "RTCM",
            "SystemSupport", "Wire", logging, serviceLifecycle,
        ]),
    module(
        "AgrirouterUplink",
        [
            "Agrirouter", "CCurl", "COpenSSL", "Curl", "GNSSTypes", "MessageTexts", "ObservationBus", "Outbox",
            "SystemSupport", "Wire", logging, serviceLifecycle,
        ]),
    module(
        "MQTTUplink",
        [
            "ControlModel", "GNSSTypes", "MessageTexts", "MQTT", "ObservationBus", "Outbox", "SystemSupport", logging,
            serviceLifecycle,
        ]),
    module(
        "TraccarUplink",
        [
            "CCurl", "ControlModel", "Curl", "GNSSTypes", "MessageTexts", "ObservationBus", "Outbox", "SystemSupport",
            logging, serviceLifecycle,
        ]),
    module("StrictFormats", ["Wire"]),
    module("Certificates", ["GNSSTypes", "Wire"]),
    module(
        "ServerTLS",
        ["Certificates", "GNSSTypes", "MessageTexts", "SystemSupport", crypto, logging, nioCore, nioSSL]),
    module(
        "AgrirouterSimulator",
        [
            "Certificates", "GNSSTypes", "StrictFormats", "SystemSupport", "Wire", logging, nioCore, nioHTTP1, nioPosix,
            nioSSL,
            serviceLifecycle,
            unixSignals,
        ]),
    module(
        "BackOfficeSimulator",
        [
            "GNSSTypes", "StrictFormats", "SystemSupport", "Wire", crypto, logging, nioCore, nioHTTP1, nioPosix, nioSSL,
            serviceLifecycle, unixSignals,
        ]),
    module("OSNMASimulation", ["GNSSTypes", "Simulation", "Wire", crypto, cryptoExtras], settings: optimised),
    .target(
        name: "FileSimulator",
        dependencies: [
            "DriverKit", "GNSSTypes", "OSNMASimulation", "ReceiverStream", "Records", "Simulation", "SystemSupport",
        ],
        path: "Plugins/FileSimulator", exclude: ["Export", "README.md", "Scenarios"],
        resources: [.embedInCode("sample.yaml"), .embedInCode("schema.json")], swiftSettings: strict),
    .target(
        name: "FileSimulatorPlugin", dependencies: ["CGNSSDriver", "DriverKit", "FileSimulator"],
        path: "Plugins/FileSimulator/Export", swiftSettings: strict),
    module(
        "OSNMAValidation",
        ["GNSSTypes", "MessageTexts", "OSNMA", "ObservationBus", "SystemSupport", logging, serviceLifecycle]),
    module("TimeStamps", ["CCurl", "COpenSSL", "Curl", "SystemSupport"]),
    module("PhotoDocuments", ["CaptureFormat", "CPango", "GNSSTypes"]),
    module(
        "CaptureEvidence",
        ["CaptureFormat", "ControlModel", "GNSSTypes", "OSNMA", "OSNMAValidation", "Records", "Wire"]),
    module(
        "OSNMATrust",
        [
            "ConfigurationFile", "ControlModel", "DaemonRuntime", "GNSSTypes", "OSNMA", "OSNMAFiles", "OSNMAValidation",
            "Storage", "SystemSupport", "Wire", logging,
        ]),
    module(
        "TrackRecording",
        [
            "ControlModel", "GNSSTypes", "MessageTexts", "ObservationBus", "Paths", "Storage", "SystemSupport", logging,
            serviceLifecycle,
        ]),
    module(
        "FieldCapture",
        [
            "CaptureFormat", "Centroid", "ControlModel", "CProcess", "GNSSTypes", "MessageTexts", "ObservationBus",
            "PhotoDocuments", "Records", "Storage", "SystemSupport", "TimeStamps", crypto, logging, serviceLifecycle,
        ]),
    module(
        "CentroidSampling",
        ["Centroid", "ControlModel", "GNSSTypes", "MessageTexts", "ObservationBus", "Settings", serviceLifecycle]),
    module("SkyPrediction", ["ControlModel", "GNSSTypes", "Orbits", "SystemSupport", logging]),
    module("Storage", ["GNSSTypes", "MessageTexts", "Outbox", "Paths", "SystemSupport", grdb, sqlite]),
    module(
        "Alerts",
        [
            "CCurl", "ConfigurationFile", "ControlModel", "Curl", "DaemonRuntime", "GNSSTypes", "MessageTexts",
            "Storage", "SystemSupport", crypto, logging, serviceLifecycle,
        ]),
    module(
        "RuntimeSettings",
        [
            "ConfigurationFile", "ControlModel", "Corrections", "GNSSTypes", "Settings", "Storage", "SystemSupport",
            logging,
        ]),
    module("ClientAdmission", ["SystemSupport", nioCore, nioPosix]),
    module(
        "GPSDServer",
        [
            "ClientAdmission", "GNSSTypes", "NMEA", "ObservationBus", "SystemSupport", logging, nioCore, nioPosix,
            serviceLifecycle,
        ]),
    module(
        "NMEAServer",
        [
            "ClientAdmission", "GNSSTypes", "NMEA", "ObservationBus", "SystemSupport", logging, nioCore, nioPosix,
            serviceLifecycle,
        ]),
    module(
        "GatewayClient",
        [
            "BackOfficeModel", "ControlModel", "GNSSTypes", "LocalSocket", "Records", "Settings", "SetupModel",
            "SystemSupport", nioCore,
            nioHTTP1, nioPosix, unixSignals,
        ]),
    module(
        "Access",
        ["ControlModel", "SystemSupport", crypto, cryptoExtras, logging, nioCore, nioHTTPTypes, nioPosix]),
    module("Translations", ["ControlModel", "GNSSTypes", "MessageTexts"]),
    module(
        "WebAPI",
        [
            "Access", "BackOfficeModel", "ClientAdmission", "CQRCode", "ControlModel", "GNSSTypes", "LocalSocket",
            "MessageTexts", "ObservationBus", "Records", "ServerTLS", "Settings", "SetupModel",
            "SystemSupport", "Translations", "WebConsole", hummingbird, hummingbirdCore, nioCore, nioPosix, nioHTTP1,
            nioHTTPTypes,
            nioSSL, nioTLS, serviceLifecycle, logging,
        ]),
    module("MapFiles", ["ControlModel", "GNSSTypes", "MessageTexts", "SystemSupport", sqlite]),
    module("RawFrames", ["ControlModel", "GNSSTypes", "ObservationBus", "ReceiverStream", "Wire"]),
    module(
        "Recording",
        [
            "ControlModel", "GatewayClient", "GNSSTypes", "LocalSocket", "MessageTexts", "ObservationBus", "Records",
            "SystemSupport", logging, serviceLifecycle, unixSignals,
        ]),
    module(
        "ReceiverHost",
        [
            "CGNSSDriver", "ConfigurationFile", "CProcess", "CUdev", "DaemonRuntime", "DriverKit", "GNSSTypes",
            "MessageTexts", "ObservationBus", "PluginHosting", "Records", "Settings", "SystemSupport", "Transport",
            logging, serviceLifecycle,
        ]),
    module(
        "DeviceDiscovery",
        [
            "ConfigurationFile", "ControlModel", "CUdev", "DaemonRuntime", "DriverKit", "GNSSTypes", "PluginHosting",
            "ReceiverHost", "Settings", "SystemSupport", logging, serviceLifecycle,
        ]),
    module(
        "BluetoothPairing",
        [
            "ControlModel", "CSystemdBus", "DaemonRuntime", "DriverKit", "GNSSTypes", "MessageTexts", "ObservationBus",
            "PluginHosting", "ReceiverHost", "SetupModel", "SystemSupport", "Transport",
        ]),
    module(
        "ReceiverProvisioning",
        [
            "ControlModel", "DaemonRuntime", "DriverKit", "GNSSTypes", "MessageTexts", "SerialReceiver", "SetupModel",
            "SystemSupport", "UBX", serviceLifecycle,
        ]),
    module(
        "Doctor",
        [
            "Alerts", "BluetoothPairing", "ConfigurationFile", "ControlModel", "DaemonRuntime", "DeviceDiscovery",
            "GNSSTypes",
            "LocalSocket", "MessageTexts", "MQTTUplink", "ReceiverHost", "ServerTLS", "Storage", "SystemSupport",
        ]),
    module(
        "Gateway",
        [
            "Access", "Agrirouter", "AgrirouterUplink", "Alerts", "BackOfficeSync", "BluetoothPairing", "Centroid",
            "CentroidSampling",
            "ClientAdmission", "ConfigurationFile", "ControlModel", "Corrections", "CProcess",
            "CaptureEvidence", "CaptureFormat", "DaemonRuntime", "DeviceDiscovery", "DriverKit", "FieldCapture",
            "GNSSTypes", "GPSDServer", "LocalSocket",
            "MapFiles", "MessageTexts", "MQTTUplink",
            "NMEAServer", "ObservationBus", "OSNMA", "OSNMAFiles", "OSNMATrust", "OSNMAValidation", "Outbox",
            "Paths", "PluginHosting", "RawFrames", "ReceiverHost", "ReceiverProvisioning", "Recording",
            "RuntimeSettings",
            "ServerTLS", "Settings", "SkyPrediction", "Storage", "SystemSupport", "TraccarUplink", "TrackRecording",
            "Transport",
            "WebAPI", "WebConsole",
            coreMetrics, logging,
            serviceLifecycle, unixSignals,
        ]),
    module(
        "CommandSupport",
        [
            "BluetoothPairing", "ConfigurationFile", "ControlModel", "DaemonRuntime", "DriverKit", "Gateway",
            "GatewayClient", "GNSSTypes", "LocalSocket", "PluginHosting", "ReceiverHost", "Records", "SystemSupport",
            argumentParser, logging,
        ]),
    module(
        "BackOfficeCommands",
        [
            "BackOfficeModel", "CommandSupport", "ControlModel", "GatewayClient", "GNSSTypes", "Recording",
            "SystemSupport", argumentParser,
        ]),
    module(
        "PathCommands",
        [
            "BackOfficeModel", "CommandSupport", "ControlModel", "DaemonRuntime", "Gateway", "GatewayClient",
            "GNSSTypes", "LocalSocket", "Paths", "SystemSupport", argumentParser,
        ]),
    .executableTarget(
        name: "gnss-gateway",
        dependencies: [
            "BackOfficeCommands", "BackOfficeModel", "BluetoothPairing", "CaptureEvidence", "CaptureFormat", "Centroid",
            "CommandSupport",
            "ConfigurationFile",
            "ControlModel", "DaemonRuntime", "DeviceDiscovery", "Doctor", "Gateway", "GatewayClient",
            "GNSSTypes",
            "GPSDServer", "LocalSocket", "MessageTexts", "NMEA", "OSNMA", "OSNMAFiles", "OSNMATrust", "OSNMAValidation",
            "PathCommands", "PluginHosting", "ReceiverHost", "ReceiverProvisioning", "ReceiverStream", "Recording",
            "Settings", "SetupModel", "SystemSupport", "TimeStamps", "Transport",
            "UBX", "Wire", crypto,
            argumentParser, logging,
        ],
        resources: [
            .embedInCode("field-work-key.xml"), .embedInCode("field-work-tree.xml"), .embedInCode("field-work.yaml"),
        ], swiftSettings: strict, linkerSettings: inOrder),
    .executableTarget(
        name: "gnss-lab",
        dependencies: [
            "AgrirouterSimulator", "BackOfficeSimulator", "CommandSupport", "ConfigurationFile", "ControlModel",
            "DaemonRuntime", "DriverKit", "DriverTesting", "Gateway", "GatewayClient", "GNSSTypes", "NMEA",
            "ObservationBus", "OSNMASimulation", "MQTTUplink", "Outbox", "Paths", "PluginHosting", "ReceiverHost",
            "ReceiverStream", "Simulation",
            "SystemSupport", "UBX",
            argumentParser, logging, serviceLifecycle, unixSignals,
        ], swiftSettings: strict),
    tests("MapFilesTests", ["ControlModel", "GNSSTypes", "MapFiles", sqlite]),
    tests("RawFramesTests", ["ControlModel", "GNSSTypes", "ObservationBus", "RawFrames", "ReceiverStream"]),
    tests(
        "BluetoothRFCOMMTests",
        [
            "BluetoothRFCOMM", "DaemonRuntime", "DriverKit", "DriverTesting", "Gateway", "GNSSTypes", "ObservationBus",
            "PluginHosting", "ReceiverFixtures", "ReceiverHost", "SerialReceiver", "SystemSupport", "Transport",
            logging,
        ]),
    tests("AgrirouterTests", ["Agrirouter", "GNSSTypes", "Wire", swiftProtobuf]),
    tests(
        "AgrirouterUplinkTests",
        [
            "Agrirouter", "AgrirouterUplink", "GNSSTypes", "MessageTexts", "ObservationBus", "Outbox", "TestSupport",
            "Wire", logging, serviceLifecycle, swiftProtobuf,
        ],
        exclude: ["Transport/service.py"]),
    tests(
        "AgrirouterSimulatorTests",
        [
            "Agrirouter", "AgrirouterSimulator", "Certificates", "GNSSTypes", "StrictFormats", "Wire", logging,
            serviceLifecycle,
        ]),
    tests(
        "BackOfficeSimulatorTests",
        ["BackOfficeSimulator", "StrictFormats", logging, serviceLifecycle]),
    tests("ServerTLSTests", ["Certificates", "GNSSTypes", "MessageTexts", "ServerTLS", logging]),
    tests(
        "OSNMASimulationTests",
        ["GNSSTypes", "OSNMA", "OSNMAFiles", "OSNMASimulation", "ReceiverStream", "Simulation", "Wire", crypto]),
    tests(
        "FileSimulatorTests",
        [
            "DriverKit", "DriverTesting", "FileSimulator", "GNSSTypes", "OSNMA", "OSNMAFiles", "OSNMASimulation",
            "PluginHosting", "Records", "Simulation",
        ]),
    tests("LocalSocketTests", ["LocalSocket", "SystemSupport"]),
    tests("DaemonRuntimeTests", ["DaemonRuntime", logging]),
    tests("PhotoDocumentsTests", ["CaptureFormat", "PhotoDocuments"]),
    tests("TimeStampsTests", ["TestSupport", "TimeStamps"], exclude: ["authority.py"]),
    tests("CaptureFormatTests", ["CaptureFormat", "GNSSTypes", "TestSupport"]),
    tests("CentroidTests", ["Centroid", "GNSSTypes", "MessageTexts"]),
    tests(
        "OrbitsTests", ["GNSSTypes", "Orbits", "ReceiverFixtures", "ReceiverStream", "Simulation"],
        exclude: ["reference.py"]),
    tests(
        "FieldCaptureTests",
        [
            "CaptureEvidence", "CaptureFormat", "ControlModel", "FieldCapture", "GNSSTypes", "OSNMA", "OSNMAFiles",
            "OSNMAValidation", "ObservationBus", "ReceiverFixtures", "Records", "Storage", "SystemSupport", grdb,
            logging,
        ]),
    tests("SkyPredictionTests", ["ControlModel", "GNSSTypes", "SkyPrediction", logging]),
    tests("PathsTests", ["GNSSTypes", "Paths", "TestSupport"]),
    tests(
        "TrackRecordingTests",
        [
            "ControlModel", "GNSSTypes", "ObservationBus", "Paths", "Storage", "SystemSupport", "TrackRecording",
            logging,
        ]),
    tests(
        "CentroidSamplingTests",
        [
            "Centroid", "CentroidSampling", "ControlModel", "GNSSTypes", "MessageTexts", "ObservationBus", "Settings",
            serviceLifecycle,
        ]),
    tests("OSNMATests", ["GNSSTypes", "OSNMA", "TestSupport", "Wire", crypto, cryptoExtras]),
    tests("OSNMAFilesTests", ["GNSSTypes", "OSNMA", "OSNMAFiles", "ReceiverFixtures", "Wire", crypto]),
    tests(
        "OSNMAValidationTests",
        [
            "GNSSTypes", "OSNMA", "OSNMAFiles", "OSNMASimulation", "OSNMAValidation", "ObservationBus",
            "ReceiverFixtures", "SystemSupport", logging,
        ]),
    tests(
        "OSNMATrustTests",
        ["ControlModel", "GNSSTypes", "OSNMA", "OSNMAFiles", "OSNMATrust", "OSNMAValidation", "Storage", logging]),
    tests("ObservationBusTests", ["ObservationBus", "GNSSTypes"]),
    tests(
        "GPSDServerTests",
        [
            "ClientAdmission", "GNSSTypes", "GPSDServer", "ObservationBus", "SystemSupport", logging, nioCore, nioPosix,
            serviceLifecycle,
        ]),
    tests(
        "CorrectionsTests",
        [
            "ControlModel", "Corrections", "GNSSTypes", "MessageTexts", "SystemSupport", "TestSupport", "Wire",
        ],
        exclude: ["caster.py"]),
    tests("MQTTTests", ["MQTT"]),
    tests(
        "MQTTUplinkTests",
        [
            "ControlModel", "GNSSTypes", "MessageTexts", "MQTTUplink", "ObservationBus", "Outbox", "TestSupport",
            logging,
        ]),
    tests("OutboxTests", ["GNSSTypes", "Outbox"]),
    tests("BackOfficeTests", ["BackOffice", "GNSSTypes"]),
    tests(
        "BackOfficeSyncTests",
        [
            "BackOfficeModel", "BackOfficeSync", "CaptureFormat", "ControlModel", "GNSSTypes", "Paths", "Storage",
            logging,
        ]),
    tests("TraccarUplinkTests", ["GNSSTypes", "ObservationBus", "Outbox", "TraccarUplink", logging]),
    tests("StorageTests", ["GNSSTypes", "Outbox", "Paths", "Storage", "SystemSupport", "TestSupport", grdb]),
    tests(
        "NMEAServerTests",
        ["ClientAdmission", "GNSSTypes", "NMEAServer", "ObservationBus", logging, nioCore, nioPosix]),
    tests(
        "WebAPITests",
        [
            "Access", "BackOfficeModel", "ClientAdmission", "ConfigurationFile", "ControlModel", "GatewayClient",
            "GNSSTypes", "LocalSocket", "MessageTexts", "NamesPage", "ObservationBus", "Records", "ServerTLS",
            "Settings",
            "SetupModel", "SystemSupport", "TestSupport", "Translations", "WebAPI", "WebConsole", hummingbird, nioCore,
            nioEmbedded, nioHTTP1, nioHTTPTypes, nioTLS, serviceLifecycle, unixSignals, logging,
        ]),
    tests(
        "BackOfficeCommandsTests",
        ["BackOfficeCommands", "BackOfficeModel", "ControlModel", "GNSSTypes", "MessageTexts", argumentParser]),
    tests("MessageTextsTests", ["GNSSTypes", "MessageTexts"]),
    tests("ControlModelTests", ["ControlModel", "GNSSTypes", "MessageTexts", "Records"]),
    tests(
        "GatewayClientTests", ["ControlModel", "GatewayClient", "GNSSTypes", "LocalSocket", "Records", "SystemSupport"]),
    tests(
        "RecordingTests",
        [
            "Access", "BackOfficeModel", "ControlModel", "GatewayClient", "GNSSTypes", "LocalSocket", "ObservationBus",
            "Recording", "Records", "SystemSupport", "TestSupport", "WebAPI", "WebConsole", serviceLifecycle,
            unixSignals, logging,
        ]),
    // Code shared by the tests of several modules.
    .target(name: "NamesPage", path: "Tests/NamesPage", swiftSettings: strict),
    tests("WebConsoleTests", ["TestSupport", "WebConsole"]),
    tests("SettingsTests", ["Settings"]),
    tests("ConfigurationFileTests", ["ConfigurationFile", "ControlModel", "NamesPage", "Settings", "SystemSupport"]),
    tests(
        "ReceiverHostTests",
        [
            "CGNSSDriver", "ConfigurationFile", "CProcess", "DaemonRuntime", "DriverKit", "DriverTesting", "GNSSTypes",
            "MessageTexts", "ObservationBus", "PluginHosting", "ReceiverHost", "Settings", "SystemSupport",
            "TestSupport", logging,
        ]),
    tests("DeviceDiscoveryTests", ["ConfigurationFile", "DeviceDiscovery"]),
    tests("BluetoothPairingTests", ["BluetoothPairing", "GNSSTypes", "MessageTexts", "SetupModel", "Transport"]),
    tests(
        "AlertsTests",
        [
            "Alerts", "ConfigurationFile", "ControlModel", "DaemonRuntime", "GNSSTypes", "MessageTexts", "Storage",
            "SystemSupport", logging,
        ],
        exclude: ["hook.py"]),
    tests("DoctorTests", ["BluetoothPairing", "ControlModel", "DaemonRuntime", "Doctor", "GNSSTypes", "MessageTexts"]),
    tests(
        "GatewayTests",
        [
            "AgrirouterUplink", "Alerts", "BluetoothPairing", "ClientAdmission", "ConfigurationFile", "ControlModel",
            "DaemonRuntime", "DriverKit", "Gateway", "GNSSTypes", "GPSDServer",
            "MessageTexts", "NamesPage", "ObservationBus", "OSNMA", "OSNMAValidation", "Paths", "PluginHosting",
            "ReceiverHost", "ReceiverProvisioning", "RuntimeSettings", "Settings", "Storage", coreMetrics, grdb,
            logging, serviceLifecycle,
        ]),
    tests(
        "EndToEndTests",
        [
            "Access", "ControlModel", "DriverTesting", "GNSSTypes", "NamesPage", "OSNMAFiles", "Records", "Simulation",
            "TestSupport", "UBX",
        ],
        exclude: [
            "Bluetooth/bluez.py", "Console/webkit.py", "Devices/testbed.py", "broker-proxy.py", "check-captures.py",
            "false-broker.py", "false-traccar.py",
        ]),
]

// The libraries that the benchmarks and programs outside this repository may link, and the plugins.
let kitProducts: [Product] = [
    .library(name: "DriverKit", targets: ["DriverKit"]),
    .library(name: "GNSSTypes", targets: ["GNSSTypes"]),
    .library(name: "NMEA", targets: ["NMEA"]),
    .library(name: "ReceiverStream", targets: ["ReceiverStream"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "NMEASerialPlugin", type: .dynamic, targets: ["NMEASerialPlugin"]),
    .library(name: "UBXReceiverPlugin", type: .dynamic, targets: ["UBXReceiverPlugin"]),
]
let gatewayProducts: [Product] = [
    .library(name: "AgrirouterUplink", targets: ["AgrirouterUplink", "Agrirouter", "Outbox"]),
    .library(name: "ObservationBus", targets: ["ObservationBus"]),
    .library(name: "Storage", targets: ["Storage", "Paths"]),
    .library(name: "OSNMAFiles", targets: ["OSNMAFiles", "OSNMA"]),
    .library(name: "FileSimulatorPlugin", type: .dynamic, targets: ["FileSimulatorPlugin"]),
    .library(name: "BluetoothRFCOMMPlugin", type: .dynamic, targets: ["BluetoothRFCOMMPlugin"]),
]

let package = Package(
    name: "gnss-gateway",
    products: kitOnly ? kitProducts : kitProducts + gatewayProducts,
    dependencies: kitOnly
        ? []
        : [
            .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
            .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.2")),
            .package(url: "https://github.com/apple/swift-nio-extras", .upToNextMinor(from: "1.35.2")),
            .package(url: "https://github.com/apple/swift-nio-ssl", .upToNextMinor(from: "2.37.6")),
            .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
            .package(url: "https://github.com/swift-server/swift-service-lifecycle", .upToNextMinor(from: "2.13.0")),
            yamsPackage,
            .package(url: "https://github.com/apple/swift-metrics", .upToNextMinor(from: "2.13.0")),
            .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
            cryptoPackage,
            .package(url: "https://github.com/apple/swift-protobuf", .upToNextMinor(from: "1.39.0")),
            .package(url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.1")),
        ],
    targets: kitOnly ? kitTargets : kitTargets + gatewayTargets,
    cLanguageStandard: .c11
)

// The fuzzed code: modules of the kit, and those parts of other modules that read bytes from outside and do no I/O.
if fuzzing {
    let kit = [
        "CGNSSDriver", "GNSSTypes", "Wire", "NMEA", "UBX", "RTCM", "SBF", "ReceiverStream", "Records", "DriverKit",
        "PluginHosting", "Simulation", "SystemSupport",
    ]
    let parts: [Target] = [
        .target(
            name: "GPSDServer", dependencies: ["GNSSTypes", "NMEA"],
            sources: [
                "Protocol", "Report", "Server/DeviceState.swift", "Server/GPSDDevice.swift", "Server/LastReports.swift",
            ],
            swiftSettings: strict),
        module("MessageTexts", ["GNSSTypes"]),
        module("Settings", []),
        module("ControlModel", ["BackOffice", "GNSSTypes", "MessageTexts", "Settings", "SystemSupport"]),
        module("BackOffice", ["GNSSTypes", "Settings", "Wire"]),
        module("ConfigurationFile", ["ControlModel", "GNSSTypes", "MessageTexts", "Settings", "SystemSupport", yams]),
        module("OSNMA", ["GNSSTypes", "Wire", crypto, cryptoExtras]),
        module("Orbits", ["GNSSTypes", "Wire"]),
        module("XMLReading", ["CExpat"]),
        module("Zip", ["CZip"]),
        module(
            "OSNMAFiles", ["GNSSTypes", "OSNMA", "ReceiverStream", "Records", "SystemSupport", "Wire", "XMLReading"]),
        .target(
            name: "Paths", dependencies: ["CZip", "GNSSTypes", "Wire", "XMLReading", "Zip"],
            sources: ["Formats", "PathPoint.swift", "RecordedPath.swift"], swiftSettings: strict),
        module(
            "CaptureFormat",
            ["CTurboJPEG", "CZip", "CZlib", "GNSSTypes", "MessageTexts", "SystemSupport", "Wire", "Zip", crypto]),
        .target(
            name: "MQTTUplink", dependencies: ["ControlModel", "GNSSTypes", "SystemSupport"],
            sources: [
                "JSONPayload.swift", "Reading/FleetMessages.swift", "Reading/FleetTable.swift",
                "Reading/RemoteOrder.swift", "Sparkplug/Protobuf.swift", "Sparkplug/SparkplugPayload.swift",
                "Topics.swift",
            ],
            swiftSettings: strict),
    ]
    let shims = gatewayTargets.filter { ["CExpat", "CLateBinding", "CTurboJPEG", "CZip", "CZlib"].contains($0.name) }
    let fuzzed = kitTargets.filter { kit.contains($0.name) } + parts
    package.dependencies = [yamsPackage, cryptoPackage]
    package.targets = fuzzed + shims
    package.products = [.library(name: "Fuzzed", type: .static, targets: fuzzed.map(\.name))]
}
