// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConfigurationFile

/// The schema of a driver that replays files, as its author would write it.
let replaySchema = """
    {
      "type": "object",
      "additionalProperties": false,
      "required": ["path"],
      "properties": {
        "path": { "type": "string", "minLength": 1, "maxLength": 20, "description": "The file." },
        "speed": { "type": "number", "minimum": 0.1, "maximum": 1000, "default": 1, "description": "Times real time." },
        "loop": { "type": "boolean", "default": false },
        "baud": { "enum": ["auto", 4800, 38400], "default": "auto" },
        "skip": { "type": "integer", "minimum": 0 },
        "filter": { "type": "array", "items": { "type": "string", "enum": ["nmea", "ubx"] }, "default": [] },
        "clock": {
          "type": "object", "additionalProperties": false, "default": {},
          "properties": { "offset_s": { "type": "integer", "default": 0 }, "mode": { "type": "string" } }
        }
      }
    }
    """

/// The drivers that the tests know.
func drivers() throws -> [String: DriverSchema] {
    [
        "replay": try DriverSchema(json: replaySchema, driver: "replay"),
        "bare": try DriverSchema(json: #"{"type": "object", "additionalProperties": false}"#, driver: "bare"),
    ]
}

/// A configuration with one receiver whose own keys are `config`, written on one line.
func receiver(config: String) -> String {
    "receivers:\n  - id: rover\n    driver: replay\n    config: \(config)\n"
}

/// The errors of a text, as they are printed.
func errors(_ yaml: String) throws -> [ConfigurationError] {
    let drivers = try drivers()
    do {
        _ = try ConfigurationDocument(yaml: yaml, name: "gateway.yaml").configuration(drivers: drivers)
        return []
    } catch {
        return error.errors
    }
}

/// The configuration of a text that is right.
func configuration(_ yaml: String) throws -> GatewayConfiguration {
    try ConfigurationDocument(yaml: yaml, name: "gateway.yaml").configuration(drivers: try drivers())
}
