// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// Socket options with which a server detects within a minute that a client has disappeared without closing its
/// connection, such as a tablet out of range or a machine without power. Its slot then becomes free.
///
/// While the client has data to acknowledge, the kernel's limit of retransmissions applies instead (about 15 minutes). A
/// shorter one (TCP_USER_TIMEOUT) would also end the connections of clients that exist and read nothing for a while.
public enum DeadPeers {
    /// The options with their values for client sockets (tcp(7)).
    public static let options: [(option: ChannelOptions.Types.SocketOption, value: SocketOptionValue)] = [
        (.init(level: .socket, name: .so_keepalive), 1),
        // TCP_KEEPIDLE, TCP_KEEPINTVL in seconds and TCP_KEEPCNT.
        (.init(level: .tcp, name: .init(rawValue: 4)), 30), (.init(level: .tcp, name: .init(rawValue: 5)), 10),
        (.init(level: .tcp, name: .init(rawValue: 6)), 3),
    ]

    /// The time for which a client that reads nothing keeps its slot while another client needs it.
    public static let patience = TimeAmount.seconds(60)
}
