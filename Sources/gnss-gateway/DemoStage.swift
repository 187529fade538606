// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import DaemonRuntime
internal import GNSSTypes
internal import Gateway
internal import Glibc

/// The demo's files: a configuration with the scenario, and a folder with the scenario's own trust material. The trust
/// store of this machine is not changed.
///
/// The scenario's keys are derived from its seed. `field-work-tree.xml` and `field-work-key.xml` are the output of
/// `gnss-gateway simulate Sources/gnss-gateway/field-work.yaml --trust FOLDER`, with `@BEGIN@` in place of the start of
/// validity.
struct DemoStage {
    /// The configuration in YAML.
    let configuration: String
    private let folder: String
    private let files: [String]

    /// - Parameter speed: The speed relative to real time.
    /// - Throws: `GatewayError` if the folder cannot be created.
    init(speed: Double) throws {
        // The demo starts now and has no end.
        let lines = String(decoding: PackageResources.field_work_yaml, as: UTF8.self)
            .split(separator: "\n").filter { !$0.hasPrefix("start:") && !$0.hasPrefix("duration_s:") }
        let scenario = ["start: now"] + lines
        folder = try TemporaryFolder.make("gnss-gateway-demo")
        let texts = [
            "tree.xml": PackageResources.field_work_tree_xml, "key.xml": PackageResources.field_work_key_xml,
        ]
        files = Array(texts.keys)
        let now = Timestamp(GatewayClock(.system).now).milliseconds
        let begin = Timestamp(milliseconds: now - 600_000).description.prefix(19) + "Z"
        for (name, text) in texts {
            let trust = String(decoding: text, as: UTF8.self).replacing("@BEGIN@", with: begin)
            let output = try OutputFile("\(folder)/\(name)", overwrite: true)
            try output.write(Array(trust.utf8))
            try output.finish()
        }
        configuration = """
            receivers:
              - id: demo
                driver: file-simulator
                config:
                  speed: \(speed)
                  simulation:
            \(scenario.map { "        \($0)" }.joined(separator: "\n"))
            osnma: { trust_directory: "\(folder)" }

            """
    }

    /// Removes the folder.
    func clear() {
        for file in files { unlink("\(folder)/\(file)") }
        rmdir(folder)
    }
}
