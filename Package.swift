// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// With `GNSS_KIT_ONLY` in the environment the package holds the driver kit alone: no outside dependency, and the
/// targets that need one are left out.
let kitOnly = Context.environment["GNSS_KIT_ONLY"] != nil

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A module of ours in `Sources/`.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// The tests of a module, in `Tests/`.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")

let kitTargets: [Target] = [
    tests("ArchitectureTests", []),
    .target(name: "CGNSSDriver"),
    module("GNSSTypes"),
    module("Wire"),
    module("NMEA", ["GNSSTypes", "Wire"]),
    module("DriverKit", ["CGNSSDriver", "GNSSTypes", "NMEA"]),
    module("DriverTesting", ["DriverKit", "GNSSTypes"]),
    module("Simulation", ["GNSSTypes", "NMEA"]),
    tests("WireTests", ["Wire"]),
    tests("NMEATests", ["GNSSTypes", "NMEA", "Wire"]),
    tests("SimulationTests", ["DriverKit", "GNSSTypes", "NMEA", "Simulation"]),
    tests("DriverKitTests", ["CGNSSDriver", "DriverKit", "DriverTesting", "GNSSTypes", "NMEA", "Wire"]),
]

let gatewayTargets: [Target] = [
    module("ObservationBus", ["GNSSTypes"]),
    tests("ObservationBusTests", ["ObservationBus", "GNSSTypes"]),
    module("Gateway", ["GNSSTypes", yams]),
    tests("GatewayTests", ["Gateway"]),
    .executableTarget(
        name: "gnss-gateway",
        dependencies: [
            "GNSSTypes", argumentParser, logging, serviceLifecycle, nioCore, nioPosix, yams, hummingbird,
        ],
        swiftSettings: strict
    ),
    module("GPSDServer", ["GNSSTypes", "ObservationBus", logging, nioCore, nioPosix, serviceLifecycle]),
    tests(
        "GPSDServerTests",
        ["GNSSTypes", "GPSDServer", "ObservationBus", logging, nioCore, nioPosix, serviceLifecycle]
    ),
]

// What the nested package of benchmarks, and programs out of tree, may link.
let kitProducts: [Product] = [.library(name: "GNSSTypes", targets: ["GNSSTypes"])]
let gatewayProducts: [Product] = [.library(name: "ObservationBus", targets: ["ObservationBus"])]

let package = Package(
    name: "gnss-gateway",
    products: kitOnly ? kitProducts : kitProducts + gatewayProducts,
    dependencies: kitOnly
        ? []
        : [
            .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
            .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.2")),
            .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
            .package(url: "https://github.com/swift-server/swift-service-lifecycle", .upToNextMinor(from: "2.13.0")),
            .package(url: "https://github.com/jpsim/Yams", .upToNextMinor(from: "6.2.2")),
            .package(url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.1")),
        ],
    targets: kitOnly ? kitTargets : kitTargets + gatewayTargets,
    cLanguageStandard: .c11
)
