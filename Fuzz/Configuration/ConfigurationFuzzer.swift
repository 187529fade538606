// SPDX-License-Identifier: Apache-2.0

import ConfigurationFile

// Input: a configuration file, or the schema that a driver contains.
//
// Requirements: each error is one line of text; a shown configuration can be read again and is then shown unchanged.

func run(_ input: FuzzInput) {
    var input = input
    let isSchema = input.flag()
    guard let text = String(validating: input.bytes, as: UTF8.self) else { return }
    if isSchema { check(schema: text) } else { check(file: text) }
}

private func check(file text: String) {
    do throws(ConfigurationErrors) {
        let document = try ConfigurationDocument(yaml: text, name: "fuzz.yaml")
        _ = document.pluginPath
        let drivers = sampleDrivers()
        try checkShown(try document.configuration(drivers: drivers), drivers)
    } catch {
        check(error)
    }
}

private func checkShown(
    _ configuration: GatewayConfiguration, _ drivers: [String: DriverSchema]
) throws(ConfigurationErrors) {
    let shown = try configuration.yaml(drivers: drivers)
    do throws(ConfigurationErrors) {
        let again = try ConfigurationDocument(yaml: shown, name: "shown.yaml").configuration(drivers: drivers)
        let shownAgain = try again.yaml(drivers: drivers)
        require(shownAgain == shown, "shown:\n\(shown)\nshown again:\n\(shownAgain)")
    } catch {
        require(false, "the shown configuration is refused: \(error)\n\(shown)")
    }
    for receiver in configuration.receivers {
        guard let schema = drivers[receiver.driver] else { continue }
        let json = try receiver.section.json(schema)
        require(JSONText.isValid(json.utf8), "not JSON: \(json)")
    }
}

private func check(schema text: String) {
    do throws(SchemaError) {
        let schema = try DriverSchema(json: text, driver: "fuzz")
        for yaml in ["{}", "file: a\nspeed: 2", "[1, 2]"] {
            do throws(ConfigurationErrors) {
                let json = try DriverSection(yaml: yaml, name: "fuzz.yaml").json(schema)
                require(JSONText.isValid(json.utf8), "not JSON: \(json)")
            } catch {
                check(error)
            }
        }
    } catch {
        require(!"\(error)".isEmpty, "an error without text")
    }
}

private func check(_ errors: ConfigurationErrors) {
    require(!errors.errors.isEmpty && errors.errors.count <= ConfigurationErrors.maximumCount, "\(errors.errors.count)")
    for error in errors.errors {
        let line = error.description.utf8
        require(line.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control byte in: \(error)")
    }
}

private func sampleDrivers() -> [String: DriverSchema] {
    (try? DriverSchema(json: sampleSchema, driver: "sample")).map { ["sample": $0] } ?? [:]
}
