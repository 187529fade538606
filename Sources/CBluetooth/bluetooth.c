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

/// Answers come in pieces of some hundred bytes; a device that never ends is left.
enum { PIECES = 256 };

struct gnss_bluetooth_search {
    sdp_session_t *session;
    uint8_t *answer;
    size_t size;
    int pieces;
    int has_ended;
    int error;
};

int gnss_bluetooth_is_sound(const uint8_t *bytes, size_t size, int depth) {
    while (size > 0) {
        unsigned type = bytes[0] >> 3, code = bytes[0] & 7;
        size_t head = 1, length = type == 0 ? 0 : (size_t)1 << code;
        if (code > 4) {
            head += (size_t)1 << (code - 5);
            if (size < head) return 0;
            length = 0;
            for (size_t index = 1; index < head; index++) length = length << 8 | bytes[index];
        }
        if (type == 0 && code != 0) return 0;
        if (length > size - head) return 0;
        if (type == 6 || type == 7) {
            if (depth <= 1 || code <= 4 || !gnss_bluetooth_is_sound(bytes + head, length, depth - 1)) return 0;
        }
        bytes += head + length;
        size -= head + length;
    }
    return 1;
}

static void take_answer(uint8_t type, uint16_t status, uint8_t *answer, size_t size, void *user) {
    gnss_bluetooth_search *search = user;
    search->has_ended = 1;
    if (type != SDP_SVC_SEARCH_ATTR_RSP) {
        search->error = status == 0xFFFF ? sdp_get_error(search->session) : EPROTO;
        if (search->error <= 0) search->error = EPROTO;
        return;
    }
    if (size == 0) return;
    if (!gnss_bluetooth_is_sound(answer, size, GNSS_BLUETOOTH_DEPTH)) {
        search->error = EBADMSG;
        return;
    }
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
    // The library waits with select.
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
    // It answers −1 at the end, too: what counts is whether the answer was handed over.
    int code = sdp_process(search->session);
    if (!search->has_ended && code == 0 && ++search->pieces < PIECES) return 0;
    if (!search->has_ended) search->error = sdp_get_error(search->session);
    if (!search->has_ended && search->error <= 0) search->error = EPROTO;
    errno = search->error;
    return search->error ? -1 : 1;
}

/// Whether a record is of the accessory protocol of Apple: 00000000-DECA-FADE-DECA-DEAFDECACAFE.
static int is_apple(const sdp_record_t *record) {
    static const uint8_t accessory[16] = {
        0x00, 0x00, 0x00, 0x00, 0xDE, 0xCA, 0xFA, 0xDE, 0xDE, 0xCA, 0xDE, 0xAF, 0xDE, 0xCA, 0xCA, 0xFE,
    };
    sdp_list_t *classes = NULL;
    int found = 0;
    if (sdp_get_service_classes(record, &classes) < 0) return 0;
    for (sdp_list_t *entry = classes; entry; entry = entry->next) {
        const uuid_t *class = entry->data;
        if (class->type == SDP_UUID128 && memcmp(class->value.uuid128.data, accessory, sizeof accessory) == 0) found = 1;
    }
    sdp_list_free(classes, free);
    return found;
}

/// The RFCOMM channel of a record; 0 where it has none.
static int channel_of(const sdp_record_t *record) {
    sdp_list_t *protocols = NULL;
    if (sdp_get_access_protos(record, &protocols) < 0) return 0;
    int channel = sdp_get_proto_port(protocols, RFCOMM_UUID);
    sdp_list_foreach(protocols, (sdp_list_func_t)sdp_list_free, NULL);
    sdp_list_free(protocols, NULL);
    return channel >= 1 && channel <= 30 ? channel : 0;
}

int gnss_bluetooth_search_services(
    const gnss_bluetooth_search *search, gnss_bluetooth_service *services, int room) {
    if (!search->answer || search->size > INT32_MAX) return 0;
    uint8_t type = 0;
    int length = 0;
    int done = sdp_extract_seqtype(search->answer, (int)search->size, &type, &length);
    if (done <= 0) return 0;
    int left = (int)search->size - done;
    if (length < left) left = length;
    const uint8_t *next = search->answer + done;
    int count = 0;
    while (left > 0 && count < room) {
        int size = 0;
        sdp_record_t *record = sdp_extract_pdu(next, left, &size);
        if (!record) break;
        int channel = channel_of(record);
        if (channel > 0) {
            gnss_bluetooth_service *service = &services[count++];
            memset(service, 0, sizeof *service);
            service->channel = channel;
            service->is_apple = is_apple(record);
            if (sdp_get_service_name(record, service->name, sizeof service->name) < 0) service->name[0] = 0;
            service->name[sizeof service->name - 1] = 0;
        }
        sdp_record_free(record);
        if (size <= 0 || size > left) break;
        next += size;
        left -= size;
    }
    return count;
}

void gnss_bluetooth_search_end(gnss_bluetooth_search *search) {
    if (!search) return;
    sdp_close(search->session);
    free(search->answer);
    free(search);
}
