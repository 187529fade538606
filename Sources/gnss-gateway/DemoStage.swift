// SPDX-License-Identifier: Apache-2.0

internal import Gateway
internal import Glibc
internal import OSNMASimulation
internal import Simulation

/// What the demo needs: a configuration with the scenario, and a folder with the trust that is the scenario's own. Of
/// this machine's trust nothing is changed.
struct DemoStage {
    /// YAML.
    let configuration: String
    private let folder: String
    private let files: [String]

    /// - Parameter speed: how much faster than real time.
    /// - Throws: `GatewayFailure` where the folder cannot be made.
    init(speed: Double) throws {
        // It begins now, and goes on.
        let lines = String(decoding: PackageResources.field_work_yaml, as: UTF8.self)
            .split(separator: "\n").filter { !$0.hasPrefix("start:") && !$0.hasPrefix("duration_s:") }
        let scenario = ["start: now"] + lines
        var plan = try ScenarioFile.plan(yaml: scenario.joined(separator: "\n"), name: "the demo")
        // The keys follow from the seed, however long it lasts.
        plan.scenario.duration = 60
        guard let sky = try AttackedSignal(plan) else {
            throw GatewayFailure(.configuration, "the demo: its scenario has no 'osnma'")
        }
        folder = try TemporaryFolder.make("gnss-gateway-demo")
        files = sky.trust.map(\.name)
        for file in sky.trust {
            let output = try OutputFile("\(folder)/\(file.name)", overwrite: true)
            try output.write(Array(file.content.utf8))
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
