// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

extension AsyncParsableCommand {
    /// Runs the program's command line. Unlike `main`, it fails if the help or the version cannot be written.
    package static func runCommandLine() async {
        do {
            var command = try await asyncParseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            exit(withError: written(error))
        }
    }

    /// Writes the text that ends a command without a failure, such as the help.
    ///
    /// - Returns: The error with which the program ends.
    private static func written(_ error: any Error) -> any Error {
        guard exitCode(for: error).isSuccess else { return error }
        let text = fullMessage(for: error, columns: nil)
        guard !text.isEmpty else { return error }
        do {
            try StandardOutput.print(text)
            return ExitCode.success
        } catch {
            return error
        }
    }
}
