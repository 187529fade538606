// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func kit(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "Kit") } }

let package = Package(
    name: "new-receiver",
    products: [.library(name: "NewReceiverPlugin", type: .dynamic, targets: ["NewReceiverPlugin"])],
    dependencies: [.package(path: "Kit")],
    targets: [
        .target(
            name: "NewReceiver", dependencies: kit("DriverKit", "GNSSTypes", "Transport"),
            resources: [.embedInCode("sample.yaml"), .embedInCode("schema.json")], swiftSettings: strict),
        // The file that the gateway loads. It contains its own Swift runtime, so that it need not match the gateway's
        // version of Swift.
        .target(
            name: "NewReceiverPlugin", dependencies: ["NewReceiver"] + kit("CGNSSDriver", "DriverKit"),
            swiftSettings: strict, linkerSettings: [.unsafeFlags(["-static-stdlib"])]),
        .testTarget(
            name: "NewReceiverTests",
            dependencies: ["NewReceiver"] + kit("DriverKit", "DriverTesting", "GNSSTypes", "PluginHosting"),
            swiftSettings: strict),
    ]
)
