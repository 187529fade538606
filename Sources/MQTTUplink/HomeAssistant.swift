// SPDX-License-Identifier: Apache-2.0

/// The gateway's description for Home Assistant's discovery of devices over MQTT (Home Assistant, "MQTT", "Device discovery
/// payload"). The entities read the gateway's own topics.
struct HomeAssistantDevice: JSONPayload {
    static let usesUnderscores = true

    struct Device: Encodable, Sendable {
        var identifiers: [String]
        var name: String
        var manufacturer = "gnss-gateway"
        var swVersion: String
    }

    struct Origin: Encodable, Sendable {
        var name = "gnss-gateway"
        var swVersion: String
    }

    struct Availability: Encodable, Sendable {
        var topic: String
        var valueTemplate = "{{ 'online' if value_json.online else 'offline' }}"
    }

    /// An entity. The names of its fields are Home Assistant's, which writes them with underscores.
    struct Component: Encodable, Sendable {
        var platform: String
        var uniqueID = ""
        var name: String
        var stateTopic: String?
        var valueTemplate: String?
        var deviceClass: String?
        var unitOfMeasurement: String?
        var stateClass: String?
        var suggestedDisplayPrecision: Int?
        /// The time in seconds after which Home Assistant shows the value as unavailable.
        var expireAfter: Int?
        var jsonAttributesTopic: String?
        var jsonAttributesTemplate: String?
        var sourceType: String?
    }

    var device: Device
    var origin: Origin
    var availability: [Availability]
    var qos = 1
    var components: [String: Component]

    init(_ settings: MQTTUplinkSettings) {
        let id = Self.id(settings)
        device = Device(identifiers: [id], name: settings.gateway, swVersion: settings.program)
        origin = Origin(swVersion: settings.program)
        availability = [Availability(topic: settings.topics.topic(.status))]
        components = Self.sensors(settings).merging(Self.others(settings)) { $1 }
        for key in components.keys { components[key]?.uniqueID = "\(id)_\(key)" }
    }

    /// The topic of the description.
    ///
    /// - Parameter prefix: The beginning of Home Assistant's topics.
    static func topic(_ settings: MQTTUplinkSettings, _ prefix: String) -> String {
        "\(prefix)/device/\(id(settings))/config"
    }

    /// An identifier of the letters, digits, hyphens and underscores that Home Assistant allows. If other characters were
    /// replaced, a hash of the client id keeps those of two gateways apart.
    static func id(_ settings: MQTTUplinkSettings) -> String {
        let id = String(
            settings.client.unicodeScalars.map { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-".unicodeScalars.contains(scalar))
                    ? Character(scalar) : "_"
            })
        guard !id.utf8.elementsEqual(settings.client.utf8) else { return id }
        // FNV-1a, which is the same on each machine and in each run.
        let hash = settings.client.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return "\(id)_\(String(repeating: "0", count: 8 - digits.count))\(digits)"
    }

    private static func sensors(_ settings: MQTTUplinkSettings) -> [String: Component] {
        let topic = settings.topics.topic(.position)
        let expiry = Int(settings.expiry / .seconds(1))
        func sensor(_ name: String, _ field: String) -> Component {
            // Home Assistant shows the text None as unknown.
            Component(
                platform: "sensor", name: name, stateTopic: topic,
                valueTemplate: "{{ value_json.\(field) | default('None') }}", expireAfter: expiry)
        }
        func measurement(
            _ name: String, _ field: String, _ kind: String?, _ unit: String?, precision: Int
        ) -> Component {
            var component = sensor(name, field)
            (component.deviceClass, component.unitOfMeasurement) = (kind, unit)
            (component.stateClass, component.suggestedDisplayPrecision) = ("measurement", precision)
            return component
        }
        return [
            "fix": sensor("Fix", "fix.kind"), "quality": sensor("Quality", "fix.quality"),
            "authentication_reason": sensor("Authentication", "authentication.reason"),
            "satellites": measurement("Satellites", "fix.satellites_used", nil, nil, precision: 0),
            "accuracy": measurement("Accuracy", "fix.horizontal_accuracy_m", "distance", "m", precision: 2),
            "speed": measurement("Speed", "fix.speed_m_s", "speed", "m/s", precision: 1),
            "correction_age": measurement("Age of corrections", "fix.correction_age_s", "duration", "s", precision: 0),
        ]
    }

    private static func others(_ settings: MQTTUplinkSettings) -> [String: Component] {
        let (position, state) = (settings.topics.topic(.position), settings.topics.topic(.state))
        let tracker = Component(
            platform: "device_tracker", name: "Position", jsonAttributesTopic: position,
            jsonAttributesTemplate: """
                {% if value_json.fix.latitude_deg is defined %}{{ {'latitude': value_json.fix.latitude_deg, \
                'longitude': value_json.fix.longitude_deg, \
                'gps_accuracy': value_json.fix.horizontal_accuracy_m | default(0), \
                'authenticated': value_json.authentication.authenticated} | tojson }}{% else %}{}{% endif %}
                """, sourceType: "gps")
        let authentication = Component(
            platform: "binary_sensor", name: "Not authenticated", stateTopic: position,
            valueTemplate: "{{ 'OFF' if value_json.authentication.authenticated else 'ON' }}",
            deviceClass: "problem", expireAfter: Int(settings.verdictAge / .seconds(1)))
        let receivers = Component(
            platform: "binary_sensor", name: "Receiver", stateTopic: state,
            valueTemplate: """
                {{ 'ON' if value_json.receivers | selectattr('state', 'in', ['degraded', 'lost']) | list | count > 0 \
                else 'OFF' }}
                """, deviceClass: "problem")
        return [
            "position": tracker, "not_authenticated": authentication, "receiver": receivers,
            "jamming": finding("Jamming", "jamming", settings), "spoofing": finding("Spoofing", "spoofing", settings),
        ]
    }

    /// A problem that the receiver itself finds; unknown if it states nothing.
    private static func finding(_ name: String, _ field: String, _ settings: MQTTUplinkSettings) -> Component {
        Component(
            platform: "binary_sensor", name: name, stateTopic: settings.topics.topic(.position),
            valueTemplate: """
                {{ 'None' if value_json.fix.\(field) is not defined else \
                ('OFF' if value_json.fix.\(field) == 'ok' else 'ON') }}
                """, deviceClass: "problem", expireAfter: Int(settings.expiry / .seconds(1)))
    }
}
