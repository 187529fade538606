// SPDX-License-Identifier: Apache-2.0
//
// The parts of libbluetooth that drivers need: the list of adapters, the devices in range, and a device's services
// (SDP). Sockets are provided by the kernel and need no library.

#ifndef GNSS_BLUETOOTH_H
#define GNSS_BLUETOOTH_H

#include <stddef.h>
#include <stdint.h>

/// An adapter of this computer.
typedef struct gnss_bluetooth_adapter {
    /// The number in its name: 0 for hci0.
    int32_t number;
    /// 1 if it is switched on, otherwise 0.
    int32_t is_up;
    /// Its address, the last byte of the written form first.
    uint8_t address[6];
} gnss_bluetooth_adapter;

/// Lists the adapters.
///
/// Returns their number, at most `room`, or −1 with the reason in `errno` (EAFNOSUPPORT for a kernel without
/// Bluetooth, or a container or sandbox that blocks it).
int gnss_bluetooth_adapters(gnss_bluetooth_adapter *adapters, int room);

/// A search for services on a connected SDP socket.
typedef struct gnss_bluetooth_search gnss_bluetooth_search;

/// The service to search for.
enum {
    /// The Serial Port service.
    GNSS_BLUETOOTH_SERIAL_PORT = 0x1101,
    /// Any service on RFCOMM.
    GNSS_BLUETOOTH_RFCOMM = 0x0003,
    /// All services intended for browsing.
    GNSS_BLUETOOTH_BROWSE_GROUP = 0x1002,
};

/// Starts a search by sending the request.
///
/// `descriptor` must be connected, preserve message boundaries, and be below FD_SETSIZE; the caller keeps ownership.
/// Returns NULL with the reason in `errno` on failure.
gnss_bluetooth_search *gnss_bluetooth_search_begin(int descriptor, uint16_t service);

/// Processes received data. Call it only when the descriptor is readable, otherwise it waits for up to 20 s. Returns
/// 0 if more data is expected, 1 if the answer is complete, −1 with the reason in `errno`.
int gnss_bluetooth_search_process(gnss_bluetooth_search *search);

/// The answer, a sequence of records as sent by the device; valid until the search ends. The library is not used to
/// parse it, because it leaks memory when it parses damaged records (seen with 5.66).
const uint8_t *gnss_bluetooth_search_answer(const gnss_bluetooth_search *search, size_t *size);

/// Frees the search.
void gnss_bluetooth_search_end(gnss_bluetooth_search *search);

/// A device that answered an inquiry.
typedef struct gnss_bluetooth_neighbour {
    /// Its address, the last byte of the written form first.
    uint8_t address[6];
    /// The device's class, 24 bits.
    uint32_t device_class;
} gnss_bluetooth_neighbour;

/// Searches for discoverable devices; blocks for `length` times 1.28 s.
///
/// Returns their number, at most `room` and 255, or −1 with the reason in `errno`.
int gnss_bluetooth_inquire(int adapter, int length, gnss_bluetooth_neighbour *neighbours, int room);

/// Asks a device for its name; blocks. Returns 0 with a NUL-terminated name, or −1 with the reason in `errno`.
int gnss_bluetooth_name(int adapter, const uint8_t address[6], char *name, int size, int milliseconds);

#endif
