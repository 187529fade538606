// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "bluetooth_shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <bluetooth/sdp.h>
#include <bluetooth/sdp_lib.h>

int gnss_bluetooth_adapters(gnss_bluetooth_adapter *adapters, int room) {
    int descriptor = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI);
    if (descriptor < 0) return -1;
    _Alignas(struct hci_dev_list_req) uint8_t space[sizeof(struct hci_dev_list_req) + HCI_MAX_DEV * sizeof(struct hci_dev_req)];
    memset(space, 0, sizeof space);
    struct hci_dev_list_req *list = (struct hci_dev_list_req *)space;
    list->dev_num = HCI_MAX_DEV;
    if (ioctl(descriptor, HCIGETDEVLIST, list) < 0) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    int count = 0;
    for (int index = 0; index < list->dev_num && index < HCI_MAX_DEV && count < room; index++) {
        struct hci_dev_info info;
        memset(&info, 0, sizeof info);
        info.dev_id = list->dev_req[index].dev_id;
        if (ioctl(descriptor, HCIGETDEVINFO, &info) < 0) continue;
        adapters[count].number = info.dev_id;
        adapters[count].is_up = hci_test_bit(HCI_UP, &info.flags) != 0;
        memcpy(adapters[count].address, info.bdaddr.b, sizeof adapters[count].address);
        count++;
    }
    close(descriptor);
    return count;
}

/// Answers arrive in pieces of a few hundred bytes; a device that never finishes is abandoned.
enum { PIECES = 256 };

struct gnss_bluetooth_search {
    sdp_session_t *session;
    uint8_t *answer;
    size_t size;
    int pieces;
    int has_ended;
    int error;
};

static void take_answer(uint8_t type, uint16_t status, uint8_t *answer, size_t size, void *user) {
    gnss_bluetooth_search *search = user;
    search->has_ended = 1;
    if (type != SDP_SVC_SEARCH_ATTR_RSP) {
        search->error = status == 0xFFFF ? sdp_get_error(search->session) : EPROTO;
        if (search->error <= 0) search->error = EPROTO;
        return;
    }
    if (size == 0) return;
    search->answer = malloc(size);
    if (!search->answer) {
        search->error = ENOMEM;
        return;
    }
    memcpy(search->answer, answer, size);
    search->size = size;
}

gnss_bluetooth_search *gnss_bluetooth_search_begin(int descriptor, uint16_t service) {
    gnss_bluetooth_search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    // The library waits with select, which requires a descriptor below FD_SETSIZE.
    if (own >= FD_SETSIZE) {
        close(own);
        own = -1;
        errno = EMFILE;
    }
    search->session = own < 0 ? NULL : sdp_create(own, SDP_NON_BLOCKING);
    if (!search->session) {
        int reason = errno ? errno : ENOMEM;
        if (own >= 0) close(own);
        free(search);
        errno = reason;
        return NULL;
    }
    uuid_t wanted;
    uint32_t range = 0x0000FFFF;
    sdp_uuid16_create(&wanted, service);
    sdp_list_t *pattern = sdp_list_append(NULL, &wanted);
    sdp_list_t *attributes = sdp_list_append(NULL, &range);
    errno = 0;
    int code = sdp_set_notify(search->session, take_answer, search);
    if (code == 0) code = sdp_service_search_attr_async(search->session, pattern, SDP_ATTR_REQ_RANGE, attributes);
    int reason = sdp_get_error(search->session);
    sdp_list_free(pattern, NULL);
    sdp_list_free(attributes, NULL);
    if (code < 0) {
        gnss_bluetooth_search_end(search);
        errno = reason > 0 ? reason : EPROTO;
        return NULL;
    }
    return search;
}

int gnss_bluetooth_search_process(gnss_bluetooth_search *search) {
    // The function returns −1 at the end too; the search has ended if the answer was delivered.
    int code = sdp_process(search->session);
    if (!search->has_ended && code == 0 && ++search->pieces < PIECES) return 0;
    if (!search->has_ended) search->error = sdp_get_error(search->session);
    if (!search->has_ended && search->error <= 0) search->error = EPROTO;
    errno = search->error;
    return search->error ? -1 : 1;
}

const uint8_t *gnss_bluetooth_search_answer(const gnss_bluetooth_search *search, size_t *size) {
    *size = search->answer ? search->size : 0;
    return search->answer;
}

void gnss_bluetooth_search_end(gnss_bluetooth_search *search) {
    if (!search) return;
    sdp_close(search->session);
    free(search->answer);
    free(search);
}

int gnss_bluetooth_inquire(int adapter, int length, gnss_bluetooth_neighbour *neighbours, int room) {
    inquiry_info *found = NULL;
    if (room > 255) room = 255;
    int count = hci_inquiry(adapter, length, room, NULL, &found, IREQ_CACHE_FLUSH);
    int reason = errno;
    for (int index = 0; index < count && index < room; index++) {
        memcpy(neighbours[index].address, found[index].bdaddr.b, sizeof neighbours[index].address);
        const uint8_t *class = found[index].dev_class;
        neighbours[index].device_class = (uint32_t)class[0] | (uint32_t)class[1] << 8 | (uint32_t)class[2] << 16;
    }
    // The library allocates this memory with malloc.
    free(found);
    errno = reason;
    return count;
}

int gnss_bluetooth_name(int adapter, const uint8_t address[6], char *name, int size, int milliseconds) {
    int descriptor = hci_open_dev(adapter);
    if (descriptor < 0) return -1;
    bdaddr_t device;
    memcpy(device.b, address, sizeof device.b);
    memset(name, 0, (size_t)size);
    int code = hci_read_remote_name(descriptor, &device, size - 1, name, milliseconds);
    int reason = errno;
    hci_close_dev(descriptor);
    name[size - 1] = 0;
    errno = reason;
    return code < 0 ? -1 : 0;
}
