// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Gateway

/// `gnss-gateway store`.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "The daemon's state on disk: check it, back it up.",
        subcommands: [Check.self, Backup.self])
}

/// Which store is meant.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The folder of state, where it is not that of the environment ($STATE_DIRECTORY).", valueName: "FOLDER"))
    var stateDirectory: String?
}

extension StoreCommand {
    /// `gnss-gateway store check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check the store thoroughly; nothing is changed, and the daemon may run.",
            discussion: "Exits with 70 where it is damaged.")

        @OptionGroup var options: StoreOptions

        func run() throws {
            do throws(GatewayFailure) {
                Terminal.say(try StateStore.check(options.stateDirectory))
            } catch {
                throw Terminal.failure(error)
            }
        }
    }

    /// `gnss-gateway store backup`.
    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Copy the store into a new file, whole as of one moment; the daemon may run.",
            discussion: "Secrets (the folder 'credentials') are not in it.")

        @Argument(help: ArgumentHelp("The file to make.", valueName: "FILE"))
        var file: String

        @OptionGroup var options: StoreOptions

        func run() throws {
            do throws(GatewayFailure) {
                try StateStore.backUp(options.stateDirectory, to: file)
            } catch {
                throw Terminal.failure(error)
            }
        }
    }
}
