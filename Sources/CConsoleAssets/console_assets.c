// SPDX-License-Identifier: Apache-2.0
// Made by script/console-assets from the files of the folder Console. Do not edit it.

#include "console_assets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../Console/app.js"
};
static const unsigned char file_1[] = {
#embed "../../Console/console.css"
};
static const unsigned char file_2[] = {
#embed "../../Console/dom.js"
};
static const unsigned char file_3[] = {
#embed "../../Console/format.js"
};
static const unsigned char file_4[] = {
#embed "../../Console/geo.js"
};
static const unsigned char file_5[] = {
#embed "../../Console/icon.svg"
};
static const unsigned char file_6[] = {
#embed "../../Console/index.html"
};
static const unsigned char file_7[] = {
#embed "../../Console/licences.txt"
};
static const unsigned char file_8[] = {
#embed "../../Console/link.js"
};
static const unsigned char file_9[] = {
#embed "../../Console/live-worker.js"
};
static const unsigned char file_10[] = {
#embed "../../Console/live.js"
};
static const unsigned char file_11[] = {
#embed "../../Console/pages/about.js"
};
static const unsigned char file_12[] = {
#embed "../../Console/pages/alerts.js"
};
static const unsigned char file_13[] = {
#embed "../../Console/pages/login.js"
};
static const unsigned char file_14[] = {
#embed "../../Console/pages/map-grid.js"
};
static const unsigned char file_15[] = {
#embed "../../Console/pages/map.js"
};
static const unsigned char file_16[] = {
#embed "../../Console/pages/osnma.js"
};
static const unsigned char file_17[] = {
#embed "../../Console/pages/people.js"
};
static const unsigned char file_18[] = {
#embed "../../Console/pages/position.js"
};
static const unsigned char file_19[] = {
#embed "../../Console/pages/settings.js"
};
static const unsigned char file_20[] = {
#embed "../../Console/pages/sky-drawings.js"
};
static const unsigned char file_21[] = {
#embed "../../Console/pages/sky.js"
};
static const unsigned char file_22[] = {
#embed "../../Console/pages/status.js"
};
static const unsigned char file_23[] = {
#embed "../../Console/pages/unknown.js"
};
static const unsigned char file_24[] = {
#embed "../../Console/pages/welcome.js"
};
static const unsigned char file_25[] = {
#embed "../../Console/parts.js"
};
static const unsigned char file_26[] = {
#embed "../../Console/policy.js"
};
static const unsigned char file_27[] = {
#embed "../../Console/settings.js"
};
static const unsigned char file_28[] = {
#embed "../../Console/statistics.js"
};
static const unsigned char file_29[] = {
#embed "../../Console/store.js"
};
static const unsigned char file_30[] = {
#embed "../../Console/text.js"
};
static const unsigned char file_31[] = {
#embed "../../Console/texts/de.js"
};
static const unsigned char file_32[] = {
#embed "../../Console/texts/en.js"
};
static const unsigned char file_33[] = {
#embed "../../Console/texts/fr.js"
};
#if __has_embed("../../Console/vendor/leaflet/leaflet.css") == 1
static const unsigned char file_34[] = {
#embed "../../Console/vendor/leaflet/leaflet.css"
};
#define ENTRY_34 {"vendor/leaflet/leaflet.css", file_34, sizeof file_34},
#else
#define ENTRY_34
#endif
#if __has_embed("../../Console/vendor/leaflet/leaflet.js") == 1
static const unsigned char file_35[] = {
#embed "../../Console/vendor/leaflet/leaflet.js"
};
#define ENTRY_35 {"vendor/leaflet/leaflet.js", file_35, sizeof file_35},
#else
#define ENTRY_35
#endif

const console_asset console_assets[] = {
    {"app.js", file_0, sizeof file_0},
    {"console.css", file_1, sizeof file_1},
    {"dom.js", file_2, sizeof file_2},
    {"format.js", file_3, sizeof file_3},
    {"geo.js", file_4, sizeof file_4},
    {"icon.svg", file_5, sizeof file_5},
    {"index.html", file_6, sizeof file_6},
    {"licences.txt", file_7, sizeof file_7},
    {"link.js", file_8, sizeof file_8},
    {"live-worker.js", file_9, sizeof file_9},
    {"live.js", file_10, sizeof file_10},
    {"pages/about.js", file_11, sizeof file_11},
    {"pages/alerts.js", file_12, sizeof file_12},
    {"pages/login.js", file_13, sizeof file_13},
    {"pages/map-grid.js", file_14, sizeof file_14},
    {"pages/map.js", file_15, sizeof file_15},
    {"pages/osnma.js", file_16, sizeof file_16},
    {"pages/people.js", file_17, sizeof file_17},
    {"pages/position.js", file_18, sizeof file_18},
    {"pages/settings.js", file_19, sizeof file_19},
    {"pages/sky-drawings.js", file_20, sizeof file_20},
    {"pages/sky.js", file_21, sizeof file_21},
    {"pages/status.js", file_22, sizeof file_22},
    {"pages/unknown.js", file_23, sizeof file_23},
    {"pages/welcome.js", file_24, sizeof file_24},
    {"parts.js", file_25, sizeof file_25},
    {"policy.js", file_26, sizeof file_26},
    {"settings.js", file_27, sizeof file_27},
    {"statistics.js", file_28, sizeof file_28},
    {"store.js", file_29, sizeof file_29},
    {"text.js", file_30, sizeof file_30},
    {"texts/de.js", file_31, sizeof file_31},
    {"texts/en.js", file_32, sizeof file_32},
    {"texts/fr.js", file_33, sizeof file_33},
    ENTRY_34
    ENTRY_35
    {0, 0, 0},
};
