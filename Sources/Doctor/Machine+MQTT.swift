// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
package import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import MQTTUplink
internal import MessageTexts

extension Machine {
    /// Checks the connection to an MQTT broker through the running daemon's report. Without it, or if a file may keep the
    /// daemon from starting again, checks the library and the files that the configuration names.
    ///
    /// - Parameters:
    ///   - report: The running daemon's report; nil without a daemon.
    ///   - isInstalled: Returns true if libmosquitto is installed.
    package func mqtt(
        _ configuration: Configured?, _ report: MQTTReport?, isInstalled: () -> Bool
    ) -> [DoctorReport.Finding] {
        let files = configuration?.mqtt.map(unusableFiles) ?? []
        var problems: [MQTTReport.Problem] = []
        for problem in [report?.problem, report?.readingProblem, report?.sparkplugProblem]
            + (report?.forms ?? []).map(\.problem)
        {
            guard let problem, !problems.contains(where: { $0.message == problem.message }) else { continue }
            problems.append(problem)
        }
        guard problems.isEmpty else {
            // The daemon's problem may be one of the files.
            return files.isEmpty
                ? problems.map { .init("mqtt", .warning, $0.message, fix: $0.cureMessage) } : files
        }
        if let message = report?.message { return files + [.init("mqtt", .ok, message)] }
        guard configuration?.mqtt != nil, !isInstalled() else { return files }
        return files + [.init("mqtt", .warning, CodedText(MQTTText.notInstalled), fix: CodedText(MQTTText.install))]
    }

    private func unusableFiles(_ settings: MQTTSettings) -> [DoctorReport.Finding] {
        settings.namedFiles.compactMap { key, file, isSecret in
            guard let problem = problem(of: file, { MQTTUplinkSettings.problem(of: $0, isSecret: isSecret) }) else {
                return nil
            }
            return .init(
                "mqtt", .problem,
                CodedText(
                    MQTTText.settings,
                    [
                        "server": .words(settings.broker.description),
                        "detail": .words(settings.error(problem, at: key)),
                    ]), fix: CodedText(MQTTText.correctFile))
        }
    }
}
