// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// The option that selects the store.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The state directory; default: that of the environment ($STATE_DIRECTORY).", valueName: "FOLDER"))
    var stateDirectory: String?
}
