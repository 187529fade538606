// SPDX-License-Identifier: Apache-2.0

internal import PluginHosting

/// Checks of a plugin's description and of its handling of settings.
extension ConformanceRun {
    func description() -> String? {
        let plugin = plugin.description
        if plugin.version.isEmpty { return "no version" }
        if plugin.summary.isEmpty { return "no summary" }
        if plugin.sampleConfiguration.isEmpty { return "no sample configuration" }
        if plugin.configurationSchema.isEmpty { return "no configuration schema" }
        if plugin.delivers.isEmpty { return "it declares no kinds of records to deliver" }
        return nil
    }

    /// The reason for skipping checks if the suite runs without the gateway's schema validation.
    private static let unread = "this suite does not read the schema; 'gnss-gateway drivers check' does"

    func settingsFindings() -> [Finding] {
        let checks = ConformanceGroup.settings.checks
        guard let trial = suite.settings else { return checks.map { Finding($0, .skipped(Self.unread)) } }
        if let problem = trial.schemaProblem {
            return [Finding(.schema, .failed(problem))]
                + checks.dropFirst().map { Finding($0, .skipped("the schema is not valid")) }
        }
        let known = [Finding(.schema, .passed), Finding(.settings, failure: documents(trial))]
        judged(known)
        tries(.sample)
        return known + [Finding(.sample, failure: takesSample(trial))]
    }

    private func documents(_ trial: SettingsTrial) -> String? {
        guard !trial.undocumented.isEmpty else { return nil }
        let names = trial.undocumented.joined(separator: ", ")
        return "the schema has no 'description' for: \(names)"
    }

    private func takesSample(_ trial: SettingsTrial) -> String? {
        if let problem = trial.sampleProblem { return "the schema does not allow the sample configuration: \(problem)" }
        guard let sample = trial.sample else { return "the plugin has no sample configuration" }
        return refusal(of: sample).map { "the driver refuses its sample configuration: \($0)" }
    }

    func takesAllowed() -> Finding {
        guard let trial = suite.settings else { return Finding(.range, .skipped(Self.unread)) }
        for section in trial.allowed {
            if let words = refusal(of: section.json) {
                return Finding(
                    .range, .failed("the driver refuses \(section.words), which its schema allows: \(words)"))
            }
        }
        return Finding(.range, .passed, [Figure("sections", Double(trial.allowed.count))])
    }

    /// A host never passes sections that the schema forbids. A driver may accept them, but must not crash or hang.
    func withstandsForbidden() -> Finding {
        guard let trial = suite.settings else { return Finding(.forbidden, .skipped(Self.unread)) }
        for section in trial.forbidden { _ = refusal(of: section.json) }
        return Finding(.forbidden, .passed, [Figure("sections", Double(trial.forbidden.count))])
    }

    func refusesGarbage() -> String? {
        for garbage in ["", "null", "[]", "{", "\"", "{\"\u{1}\":", String(repeating: "[", count: 10_000)] {
            let name = "the configuration \(garbage.prefix(20).debugDescription)"
            guard let words = refusal(of: garbage) else { return "the driver accepted \(name)" }
            if words.hasSuffix(DriverInstance.noReasonToMake) { return "the driver refused \(name) without a reason" }
        }
        return nil
    }

    /// The reason why the plugin refuses a section; nil if it creates a driver.
    private func refusal(of section: String) -> String? {
        do throws(PluginError) {
            destroy(try make(section, TrialHost(plugin.description)))
            return nil
        } catch {
            return error.description
        }
    }
}
