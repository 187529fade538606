// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
//
// The driver kit of gnss-gateway: a copy of the modules that drivers need, so that nothing must be downloaded. Do not
// change it here. To use a newer kit, replace this folder with the one of a new package.

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

let modules: [Target] = [
    .target(name: "CGNSSDriver"),
    .target(name: "CTransport"),
    .target(name: "CDriverTesting"),
    module("GNSSTypes"),
    module("Wire"),
    module("SystemSupport"),
    module("Transport", ["CTransport", "SystemSupport"]),
    module("NMEA", ["GNSSTypes", "Wire"]),
    module("UBX", ["GNSSTypes", "Wire"]),
    module("RTCM", ["GNSSTypes", "Wire"]),
    module("SBF", ["GNSSTypes", "Wire"]),
    module("ReceiverStream", ["GNSSTypes", "NMEA", "RTCM", "SBF", "UBX", "Wire"]),
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
]

let package = Package(
    name: "Kit",
    products: modules.map { .library(name: $0.name, targets: [$0.name]) },
    targets: modules,
    cLanguageStandard: .c11
)
