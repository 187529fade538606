// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A process of the test's own.
final class Child {
    let id: pid_t

    init?(_ arguments: [String]) {
        var id = pid_t()
        var texts: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        texts.append(nil)
        defer { for text in texts { free(text) } }
        guard posix_spawn(&id, arguments[0], nil, nil, &texts, environ) == 0 else { return nil }
        self.id = id
    }

    func end() {
        kill(id, SIGKILL)
        var status: Int32 = 0
        waitpid(id, &status, 0)
    }
}
