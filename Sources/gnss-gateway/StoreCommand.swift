// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway

/// `gnss-gateway store`.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "The daemon's state on disk: check it, back it up, restore it.",
        subcommands: [Check.self, Backup.self, Restore.self])
}

extension StoreCommand {
    /// `gnss-gateway store check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check the store thoroughly; nothing is changed, and the daemon may run.",
            discussion: "Exits with 70 where it is damaged.")

        @OptionGroup var options: StoreOptions

        func run() throws {
            do throws(GatewayError) {
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
            do throws(GatewayError) {
                try StateStore.backUp(options.stateDirectory, to: file)
            } catch {
                throw Terminal.failure(error)
            }
        }
    }

    /// `gnss-gateway store restore`.
    struct Restore: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a backup in the place of the store; the daemon must not run.",
            discussion: """
                The backup is checked first. The store that is there is kept beside it, with the time in its name. Exits \
                with 66 where there is no such file, 69 while a daemon runs, 70 where the file is damaged or another \
                program's, 73 where no room is left, 78 where a later gnss-gateway wrote it; the store is then as it was.
                """)

        @Argument(help: ArgumentHelp("The backup.", valueName: "FILE"))
        var file: String

        @OptionGroup var options: StoreOptions

        func run() throws {
            do throws(GatewayError) {
                Terminal.say(try StateStore.restore(options.stateDirectory, from: file))
            } catch {
                throw Terminal.failure(error)
            }
        }
    }
}
