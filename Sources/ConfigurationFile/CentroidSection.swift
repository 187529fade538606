// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

extension CentroidPreferences {
    /// `centroid` as it was read and checked.
    package init(_ value: ConfigurationValue?) {
        self.init()
        guard let value else { return }
        isEnabled = value["enabled"]?.boolean ?? isEnabled
        samples = value["samples"]?.integer.flatMap { Int(exactly: $0) } ?? samples
        method = value["method"]?.text ?? method
        guard let limits = value["filter"] else { return }
        filter.maximumHDOP = limits["max_hdop"]?.number ?? filter.maximumHDOP
        filter.minimumSatellites =
            limits["min_satellites"]?.integer.flatMap { Int(exactly: $0) } ?? filter.minimumSatellites
        filter.minimumCN0 = limits["min_cn0_dbhz"]?.number ?? filter.minimumCN0
        filter.minimumFix = limits["min_fix"]?.integer.flatMap { Int(exactly: $0) } ?? filter.minimumFix
        filter.maximumAccuracy = limits["max_accuracy_m"]?.number ?? filter.maximumAccuracy
        filter.osnma = limits["osnma"]?.text.flatMap { Authentication(rawValue: $0) } ?? filter.osnma
    }

    /// `centroid` as a value of the file.
    package var value: ConfigurationValue {
        typealias Member = ConfigurationValue.Member
        let limits = [
            Member(key: "max_hdop", value: .plain(filter.maximumHDOP)),
            Member(key: "min_satellites", value: .integer(Int64(filter.minimumSatellites))),
            Member(key: "min_cn0_dbhz", value: .plain(filter.minimumCN0)),
            Member(key: "min_fix", value: .integer(Int64(filter.minimumFix))),
            Member(key: "max_accuracy_m", value: .plain(filter.maximumAccuracy)),
            Member(key: "osnma", value: .text(filter.osnma.rawValue)),
        ]
        return .section([
            Member(key: "enabled", value: .boolean(isEnabled)),
            Member(key: "samples", value: .integer(Int64(samples))), Member(key: "method", value: .text(method)),
            Member(key: "filter", value: .section(limits)),
        ])
    }
}

extension ConfigurationValue {
    /// The number, nil where this is something else.
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// A number: a whole one as an integer.
    fileprivate static func plain(_ number: Double) -> ConfigurationValue {
        Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }
}

extension GatewayKeys {
    /// `centroid`.
    static let centroid: ValueSchema = {
        var centroid = section(
            "How a better point is sampled from many fixes; what a person sets over the control interface wins.",
            [
                (
                    "enabled",
                    ValueSchema(
                        types: [.boolean],
                        text: "Whether points are sampled. Where it is false, requests for a sampling are refused, "
                            + "samplings that run end, and paths get no such points.",
                        defaultValue: .boolean(true))
                ),
                (
                    "samples",
                    ValueSchema(
                        types: [.integer], text: "How many samples make a point.", defaultValue: .integer(20),
                        minimum: Double(CentroidPreferences.allowedSamples.lowerBound),
                        maximum: Double(CentroidPreferences.allowedSamples.upperBound))
                ),
                (
                    "method",
                    ValueSchema(
                        types: [.string],
                        text: "robust: a weighted mean that gross errors do not move; compatible: the innermost convex "
                            + "layer, as the reference applications have it.",
                        defaultValue: .text(CentroidMethod.robust.code),
                        listed: CentroidMethod.allCases.map { .text($0.code) })
                ), ("filter", filter),
            ])
        centroid.defaultValue = .section([])
        return centroid
    }()

    private static let filter: ValueSchema = {
        var filter = section("Which samples count. What does not state a figure that a limit is for does not.", limits)
        filter.defaultValue = .section([])
        return filter
    }()

    private static let limits: [(String, ValueSchema)] = [
        ("max_hdop", limit("HDOP at most; 0: any.", CentroidPreferences.allowedHDOP)),
        (
            "min_satellites",
            ValueSchema(
                types: [.integer], text: "Satellites in the solution at least.", defaultValue: .integer(0),
                minimum: 0, maximum: Double(CentroidPreferences.allowedSatellites.upperBound))
        ),
        (
            "min_cn0_dbhz",
            limit(
                "Mean C/N0 of the satellites in use at least; 0: any.", CentroidPreferences.allowedCN0,
                unit: "dB-Hz")
        ),
        (
            "min_fix",
            ValueSchema(
                types: [.integer], text: "Dimensions of the fix at least.", defaultValue: .integer(2), minimum: 2,
                maximum: 3)
        ),
        (
            "max_accuracy_m",
            limit(
                "Stated horizontal accuracy at most; 0: any.", CentroidPreferences.allowedAccuracy, unit: "m"
            )
        ),
        (
            "osnma",
            ValueSchema(
                types: [.string],
                text: "Which positions count that are not authenticated: any, none (verified), or as osnma.require "
                    + "has it (policy).",
                defaultValue: .text(CentroidPreferences.Authentication.policy.rawValue),
                listed: CentroidPreferences.Authentication.allCases.map { .text($0.rawValue) })
        ),
    ]

    private static func limit(
        _ text: String, _ range: ClosedRange<Double>, unit: String? = nil
    ) -> ValueSchema {
        ValueSchema(
            types: [.number], text: text, unit: unit, defaultValue: .integer(0), minimum: range.lowerBound,
            maximum: range.upperBound)
    }
}
