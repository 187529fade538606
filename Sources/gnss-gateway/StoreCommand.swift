// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway

/// `gnss-gateway store`.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Check, back up and restore the daemon's state on disk.",
        discussion: """
            Without --state-directory and $STATE_DIRECTORY, the commands use this user's own store if there is one, \
            otherwise that of the service (\(StateStore.service)). Each command prints the folder that it uses.
            """,
        subcommands: [Check.self, Backup.self, Restore.self])
}

extension StoreOptions {
    /// The folder of the store. It is also printed, because a command with sudo may find another store than one without.
    ///
    /// - Throws: `GatewayError` if the environment names a relative folder, or if there is no folder at all.
    fileprivate func folder() throws(GatewayError) -> String {
        let folder = try StateStore.folder(stateDirectory)
        Terminal.say("state folder: \(folder)")
        return folder
    }
}

extension StoreCommand {
    /// `gnss-gateway store check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check the store thoroughly without changing it; the daemon may be running.",
            discussion: "Exits with 70 if the store is damaged.")

        @OptionGroup var options: StoreOptions

        func run() throws {
            do throws(GatewayError) {
                Terminal.say(try StateStore.check(options.folder()))
            } catch {
                throw Terminal.failure(error)
            }
        }
    }

    /// `gnss-gateway store backup`.
    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Copy a consistent snapshot of the store to a new file; the daemon may be running.",
            discussion: """
                Photos are copied to the folder FILE.photos, except those that it has already with the same files. The \
                backup does not contain secrets (the folder 'credentials').
                """)

        @Argument(help: ArgumentHelp("The backup file to create.", valueName: "FILE"))
        var file: String

        @OptionGroup var options: StoreOptions

        func run() throws {
            do throws(GatewayError) {
                try StateStore.backUp(options.folder(), to: file)
            } catch {
                throw Terminal.failure(error)
            }
        }
    }

    /// `gnss-gateway store restore`.
    struct Restore: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore", abstract: "Replace the store with a backup; the daemon must not be running.",
            discussion: """
                Photos that are missing, or of which only older revisions are there, are copied back from the folder \
                FILE.photos. \
                The backup is checked first. The existing store is kept next to the new one, with the time in its \
                name. Exits with 66 if there is no such file, 69 if a daemon is running, 70 if the file is damaged or \
                belongs to another program, 73 if the disk is full, 78 if a later gnss-gateway wrote it; the store \
                is then unchanged.
                """)

        @Argument(help: ArgumentHelp("The backup file.", valueName: "FILE"))
        var file: String

        @OptionGroup var options: StoreOptions

        func run() throws {
            do throws(GatewayError) {
                Terminal.say(try StateStore.restore(options.folder(), from: file))
            } catch {
                throw Terminal.failure(error)
            }
        }
    }
}
