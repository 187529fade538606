// SPDX-License-Identifier: Apache-2.0

internal import Alerts
internal import ConfigurationFile
internal import DaemonRuntime
internal import GNSSTypes
internal import Glibc
internal import MessageTexts
internal import SystemSupport

extension Machine {
    /// Checks the files with certificate authorities, and the files with secrets for the webhook, for corrections and for
    /// photos. `mqtt` checks the files of the broker, and `certificate` those of the HTTPS server.
    package func namedFiles(_ configuration: Configured?) -> [DoctorReport.Finding] {
        guard let configuration, let file else { return [] }
        var problems = configuration.authorityFiles.compactMap { key, path in
            problem(of: path) { WholeFile.pemProblem($0) }.map { "\(key): \($0)" }
        }
        problems += configuration.plainSecretFiles.compactMap { key, path in
            problem(of: path, Self.readProblem).map { "\(key): \($0)" }
        }
        if let webhook = configuration.webhook, let problem = problem(with: webhook) { problems.append(problem) }
        return problems.map { problem in
            .init(
                "configuration", .problem, CodedText(DoctorText.configurationError, ["detail": .words(problem)]),
                fix: CodedText(DoctorFixText.correctConfiguration, ["file": .words(file)]))
        }
    }

    private func problem(with webhook: WebhookSettings) -> String? {
        if let problem = problem(of: webhook.secretFile, { _ in nil }) { return webhook.error(problem) }
        return problem(of: webhook.secretFile) { whole in
            var settings = webhook
            settings.secretFile = whole
            do throws(GatewayError) {
                _ = try WebhookDestination(settings)
                return nil
            } catch {
                return error.description
            }
        }
    }

    private static func readProblem(_ path: String) -> String? {
        do throws(FileReadError) {
            _ = try WholeFile.read(path, atMost: 65_536, regularOnly: true)
            return nil
        } catch {
            return "cannot read \(path): \(error)"
        }
    }

    /// Returns the reason why the account cannot use a file; nil if it can, or if this process may not find out.
    ///
    /// - Parameter check: Returns the problem with the contents of a file, given its path from the real root.
    func problem(of path: String, _ check: (String) -> String?) -> String? {
        if isAllowed(4, at: path) == false { return "\(account.name) may not read \(path)" }
        let whole = root.prefix + path
        guard account.id == geteuid() || access(whole, R_OK) == 0 || errno != EACCES else { return nil }
        return check(whole)
    }
}
