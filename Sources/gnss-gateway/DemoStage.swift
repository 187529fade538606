// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import DaemonRuntime
internal import GNSSTypes
internal import Gateway
internal import Glibc

/// What the demo needs: a configuration with the scenario, and a folder with the trust that is the scenario's own. Of
/// this machine's trust nothing is changed.
///
/// The scenario's keys follow from its seed: `field-work-tree.xml` and `field-work-key.xml` are what
/// `gnss-gateway simulate Sources/gnss-gateway/field-work.yaml --trust FOLDER` writes, with `@BEGIN@` in place of the
/// time from which they hold.
struct DemoStage {
    /// YAML.
    let configuration: String
    private let folder: String
    private let files: [String]

    /// - Parameter speed: how much faster than real time.
    /// - Throws: `GatewayError` where the folder cannot be made.
    init(speed: Double) throws {
        // It begins now, and goes on.
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

    /// Takes the folder away.
    func clear() {
        for file in files { unlink("\(folder)/\(file)") }
        rmdir(folder)
    }
}
