// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// Socket options by which a server learns within a minute and a half that a client is gone without a word: a tablet out of
/// reach, a machine without power. Its slot is free then.
public enum DeadPeers {
    /// Each option with its value, for the sockets of clients (tcp(7)).
    public static let options: [(option: ChannelOptions.Types.SocketOption, value: SocketOptionValue)] = [
        (.init(level: .socket, name: .so_keepalive), 1),
        // TCP_KEEPIDLE, TCP_KEEPINTVL in seconds and TCP_KEEPCNT.
        (.init(level: .tcp, name: .init(rawValue: 4)), 30), (.init(level: .tcp, name: .init(rawValue: 5)), 10),
        (.init(level: .tcp, name: .init(rawValue: 6)), 3),
        // TCP_USER_TIMEOUT in milliseconds: so long what was sent may be unacknowledged.
        (.init(level: .tcp, name: .init(rawValue: 18)), 60_000),
    ]

    /// How long a client that takes nothing keeps its slot where another one needs it.
    public static let patience = TimeAmount.seconds(60)
}
