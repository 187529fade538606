// SPDX-License-Identifier: Apache-2.0
//
// Tests of the decoder. "gnss-gateway drivers check" tests the whole driver.

#include "decoder.h"

#include <stdio.h>
#include <string.h>

static int failures;

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: expectation failed: %s\n", __FILE__, __LINE__, #condition);                        \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)

/// The number of messages in a text; the last one is stored in `out`.
static int count(decoder *d, const char *text, message *out) {
    int found = 0;
    for (size_t i = 0; i < strlen(text); i++) found += decoder_take(d, text[i], out);
    return found;
}

int main(void) {
    decoder d = {0};
    message m;

    EXPECT(count(&d, "POS 1767225600 48.137154 11.576124 519.0 9\n", &m) == 1);
    EXPECT(m.is_there && m.seconds == 1767225600 && m.latitude == 48.137154 && m.longitude == 11.576124);
    EXPECT(m.height == 519 && m.satellites == 9);

    EXPECT(count(&d, "POS 1767225600\n", &m) == 1);
    EXPECT(!m.is_there);

    const char *damaged[] = {"POS\n", "POS x\n", "POS 1 91 0 0 9\n", "POS 1 0 181 0 9\n", "POS 1 nan 0 0 9\n",
                             "POS 99999999999 1 1 1 1\n", "PUS 1 2 3 4 5\n", "POS 1 2 3 4 5 6\n", "\n"};
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) EXPECT(count(&d, damaged[i], &m) == 0);

    for (int i = 0; i < 100000; i++) EXPECT(!decoder_take(&d, 'A', &m));
    EXPECT(!decoder_take(&d, '\n', &m));
    EXPECT(count(&d, "POS 1767225600 48.137154 11.576124 519.0 9\n", &m) == 1);

    if (!failures) printf("all tests passed\n");
    return failures != 0;
}
