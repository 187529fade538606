// SPDX-License-Identifier: Apache-2.0

/// A scenario as written by people: the keys of `scenario-schema.json`, decoded but not validated.
public struct ScenarioText: Decodable, Sendable {
    /// The JSON Schema of the keys, restricted to the keywords that the check of configurations supports.
    public static var schema: String { String(decoding: PackageResources.scenario_schema_json, as: UTF8.self) }

    struct Place: Decodable {
        var latitude: Double
        var longitude: Double
        var height: Double?

        enum CodingKeys: String, CodingKey {
            case latitude = "latitude_deg"
            case longitude = "longitude_deg"
            case height = "height_m"
        }
    }

    struct Waypoint: Decodable {
        var latitude: Double
        var longitude: Double
        var height: Double?
        var speed: Double?
        var stop: Double?
        var turnRadius: Double?

        enum CodingKeys: String, CodingKey {
            case latitude = "latitude_deg"
            case longitude = "longitude_deg"
            case height = "height_m"
            case speed = "speed_kmh"
            case stop = "stop_s"
            case turnRadius = "turn_radius_m"
        }
    }

    struct RouteText: Decodable {
        var waypoints: [Waypoint]?
        var file: String?
        var loop: Bool?
    }

    struct Circle: Decodable {
        var radius: Double
        var clockwise: Bool?

        enum CodingKeys: String, CodingKey {
            case radius = "radius_m"
            case clockwise
        }
    }

    struct Field: Decodable {
        var length: Double
        var width: Double
        var workingWidth: Double
        var heading: Double?
        var turnSpeed: Double?
        var loop: Bool?

        enum CodingKeys: String, CodingKey {
            case loop
            case length = "length_m"
            case width = "width_m"
            case workingWidth = "working_width_m"
            case heading = "heading_deg"
            case turnSpeed = "turn_speed_kmh"
        }
    }

    struct Receiver: Decodable {
        var rate: Double?
        var constellations: [String]?
        var mask: Double?
        var isDualFrequency: Bool?
        var isColdStart: Bool?

        enum CodingKeys: String, CodingKey {
            case rate = "rate_hz"
            case constellations
            case mask = "mask_deg"
            case isDualFrequency = "dual_frequency"
            case isColdStart = "cold_start"
        }
    }

    struct ObstacleText: Decodable {
        var from: Double
        var to: Double
        var elevation: Double
        var since: Double?
        var until: Double?

        enum CodingKeys: String, CodingKey {
            case from = "from_deg"
            case to = "to_deg"
            case elevation = "elevation_deg"
            case since = "from_s"
            case until = "to_s"
        }
    }

    struct Errors: Decodable {
        var white: Double?
        var correlated: Double?
        var memory: Double?
        var multipath: Double?
        var outlierShare: Double?
        var outlier: Double?
        var biasEast: Double?
        var biasNorth: Double?
        var biasUp: Double?

        enum CodingKeys: String, CodingKey {
            case white = "white_m"
            case correlated = "correlated_m"
            case memory = "correlation_s"
            case multipath = "multipath_m"
            case outlierShare = "outlier_share"
            case outlier = "outlier_m"
            case biasEast = "bias_east_m"
            case biasNorth = "bias_north_m"
            case biasUp = "bias_up_m"
        }
    }

    struct Event: Decodable {
        var at: Double
        var duration: Double?
        var kind: String
        var seconds: Double?
        var east: Double?
        var north: Double?
        var up: Double?
        var satellite: String?
        var satellites: [String]?
        var metres: Double?

        enum CodingKeys: String, CodingKey {
            case at = "at_s"
            case duration = "duration_s"
            case kind, seconds, satellite, satellites, metres
            case east = "east_m"
            case north = "north_m"
            case up = "up_m"
        }
    }

    struct NMEA: Decodable {
        var version: String?
        var sentences: [NMEARendering.Sentence]?
        var decimals: Int?
        var satellitesEvery: Int?
        var quirks: [NMEARendering.Quirk]?

        enum CodingKeys: String, CodingKey {
            case version, sentences, decimals, quirks
            case satellitesEvery = "satellites_every"
        }
    }

    struct UBX: Decodable {
        var generation: Int?
        var messages: [UBXRendering.Message]?
    }

    struct RTCM: Decodable { var station: Int? }

    struct SBF: Decodable {
        var solutionEvery: Int?

        enum CodingKeys: String, CodingKey { case solutionEvery = "solution_every" }
    }

    struct Output: Decodable {
        var nmea: NMEA?
        var ubx: UBX?
        var rtcm3: RTCM?
        var sbf: SBF?
    }

    struct Fault: Decodable {
        var at: Double
        var duration: Double?
        var kind: StreamFault.Kind
        var share: Double?
        var bytes: Int?

        enum CodingKeys: String, CodingKey {
            case at = "at_s"
            case duration = "duration_s"
            case kind, share, bytes
        }
    }

    struct OSNMA: Decodable {
        struct Change: Decodable {
            var at: Double
            var kind: String
            var takeover: Double?
            var end: Double?
            var key: String?
            var table: Int?
            var keyBits: Int?
            var tagBits: Int?
            var hash: String?
            var mac: String?

            enum CodingKeys: String, CodingKey {
                case at = "at_s"
                case table = "mac_lookup_table"
                case keyBits = "key_bits"
                case tagBits = "tag_bits"
                case kind, key, hash, mac
                case takeover = "takes_over_s"
                case end = "ends_s"
            }
        }

        var key: String?
        var test: Bool?
        var table: Int?
        var keyBits: Int?
        var tagBits: Int?
        var hash: String?
        var mac: String?
        var changes: [Change]?

        enum CodingKeys: String, CodingKey {
            case table = "mac_lookup_table"
            case keyBits = "key_bits"
            case tagBits = "tag_bits"
            case key, test, hash, mac, changes
        }
    }

    var start: String
    var duration: Double?
    var seed: UInt64?
    var place: Place?
    var geoidSeparation: Double?
    var speed: Double?
    var route: RouteText?
    var circle: Circle?
    var field: Field?
    var receiver: Receiver?
    var obstacles: [ObstacleText]?
    var errors: Errors?
    var events: [Event]?
    var output: Output?
    var osnma: OSNMA?
    var faults: [Fault]?

    enum CodingKeys: String, CodingKey {
        case start, seed, place, route, circle, field, receiver, obstacles, errors, events, output, osnma, faults
        case duration = "duration_s"
        case geoidSeparation = "geoid_separation_m"
        case speed = "speed_kmh"
    }

    /// The file that contains the route; nil for none.
    public var routeFile: String? { route?.file }
}

/// An error in a scenario that the schema cannot express.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the key: `events[2].satellite`.
    public var key: String
    /// The problem and its remedy.
    public var problem: String

    /// Creates an error of a setting.
    public init(key: String, problem: String) { (self.key, self.problem) = (key, problem) }

    /// The path and the problem: `events[2].satellite: there is no satellite X99`.
    public var description: String { "\(key): \(problem)" }
}
