// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Declares an executable `NAME-benchmark` in `Sources/` that links products of the gateway. `script/bench` runs them all.
func benchmark(_ name: String, _ products: [String], _ others: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: "\(name)-benchmark",
        dependencies: products.map { .product(name: $0, package: "gnss-gateway") } + others,
        swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("InternalImportsByDefault")]
    )
}

let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "gnss-gateway", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", .upToNextMinor(from: "4.5.2")),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
        .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
    ],
    targets: [
        .target(name: "ChecksumScanner", cSettings: [.unsafeFlags(["-O3"])]),
        benchmark("bus", ["GNSSTypes", "ObservationBus"]),
        benchmark(
            "osnma", ["GNSSTypes", "OSNMAFiles"], [.product(name: "Crypto", package: "swift-crypto")]),
        benchmark("decode", ["GNSSTypes", "NMEA", "ReceiverStream", "Simulation"], ["ChecksumScanner"]),
        // GRDBSQLite is only the system's libsqlite3, without GRDB.
        benchmark("store", ["GNSSTypes", "Storage"], [sqlite]),
        benchmark(
            "uplink", ["AgrirouterUplink", "GNSSTypes", "ObservationBus", "Storage"],
            [sqlite, .product(name: "Logging", package: "swift-log")]),
    ]
)
