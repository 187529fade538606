// SPDX-License-Identifier: Apache-2.0
// Made by script/console-assets from the files of the folder Console. Do not edit it.

#include "console_assets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../Console/app.js"
};
static const unsigned char file_1[] = {
#embed "../../Console/app.webmanifest"
};
static const unsigned char file_2[] = {
#embed "../../Console/console.css"
};
static const unsigned char file_3[] = {
#embed "../../Console/dom.js"
};
static const unsigned char file_4[] = {
#embed "../../Console/format.js"
};
static const unsigned char file_5[] = {
#embed "../../Console/geo.js"
};
static const unsigned char file_6[] = {
#embed "../../Console/icon.svg"
};
static const unsigned char file_7[] = {
#embed "../../Console/index.html"
};
static const unsigned char file_8[] = {
#embed "../../Console/last.js"
};
static const unsigned char file_9[] = {
#embed "../../Console/licences.txt"
};
static const unsigned char file_10[] = {
#embed "../../Console/link.js"
};
static const unsigned char file_11[] = {
#embed "../../Console/live-worker.js"
};
static const unsigned char file_12[] = {
#embed "../../Console/live.js"
};
static const unsigned char file_13[] = {
#embed "../../Console/pages/about.js"
};
static const unsigned char file_14[] = {
#embed "../../Console/pages/agrirouter-endpoint.js"
};
static const unsigned char file_15[] = {
#embed "../../Console/pages/agrirouter.js"
};
static const unsigned char file_16[] = {
#embed "../../Console/pages/alerts.js"
};
static const unsigned char file_17[] = {
#embed "../../Console/pages/camera-source.js"
};
static const unsigned char file_18[] = {
#embed "../../Console/pages/camera.js"
};
static const unsigned char file_19[] = {
#embed "../../Console/pages/centroid-plot.js"
};
static const unsigned char file_20[] = {
#embed "../../Console/pages/centroid.js"
};
static const unsigned char file_21[] = {
#embed "../../Console/pages/corrections-chain.js"
};
static const unsigned char file_22[] = {
#embed "../../Console/pages/corrections-setup.js"
};
static const unsigned char file_23[] = {
#embed "../../Console/pages/corrections.js"
};
static const unsigned char file_24[] = {
#embed "../../Console/pages/fleet-gateway.js"
};
static const unsigned char file_25[] = {
#embed "../../Console/pages/fleet-list.js"
};
static const unsigned char file_26[] = {
#embed "../../Console/pages/fleet-map.js"
};
static const unsigned char file_27[] = {
#embed "../../Console/pages/fleet.js"
};
static const unsigned char file_28[] = {
#embed "../../Console/pages/form.js"
};
static const unsigned char file_29[] = {
#embed "../../Console/pages/invitation.js"
};
static const unsigned char file_30[] = {
#embed "../../Console/pages/login.js"
};
static const unsigned char file_31[] = {
#embed "../../Console/pages/map-base.js"
};
static const unsigned char file_32[] = {
#embed "../../Console/pages/map-grid.js"
};
static const unsigned char file_33[] = {
#embed "../../Console/pages/map-layers.js"
};
static const unsigned char file_34[] = {
#embed "../../Console/pages/map-line.js"
};
static const unsigned char file_35[] = {
#embed "../../Console/pages/map-members.js"
};
static const unsigned char file_36[] = {
#embed "../../Console/pages/map-own.js"
};
static const unsigned char file_37[] = {
#embed "../../Console/pages/map-paths.js"
};
static const unsigned char file_38[] = {
#embed "../../Console/pages/map-photos.js"
};
static const unsigned char file_39[] = {
#embed "../../Console/pages/map-recording.js"
};
static const unsigned char file_40[] = {
#embed "../../Console/pages/map.js"
};
static const unsigned char file_41[] = {
#embed "../../Console/pages/office.js"
};
static const unsigned char file_42[] = {
#embed "../../Console/pages/osnma.js"
};
static const unsigned char file_43[] = {
#embed "../../Console/pages/paths.js"
};
static const unsigned char file_44[] = {
#embed "../../Console/pages/people.js"
};
static const unsigned char file_45[] = {
#embed "../../Console/pages/phone.js"
};
static const unsigned char file_46[] = {
#embed "../../Console/pages/photo-list.js"
};
static const unsigned char file_47[] = {
#embed "../../Console/pages/photo.js"
};
static const unsigned char file_48[] = {
#embed "../../Console/pages/photos.js"
};
static const unsigned char file_49[] = {
#embed "../../Console/pages/position.js"
};
static const unsigned char file_50[] = {
#embed "../../Console/pages/question.js"
};
static const unsigned char file_51[] = {
#embed "../../Console/pages/raw.js"
};
static const unsigned char file_52[] = {
#embed "../../Console/pages/receiver-add.js"
};
static const unsigned char file_53[] = {
#embed "../../Console/pages/receiver-bluetooth.js"
};
static const unsigned char file_54[] = {
#embed "../../Console/pages/receiver-edit.js"
};
static const unsigned char file_55[] = {
#embed "../../Console/pages/receiver-pairing.js"
};
static const unsigned char file_56[] = {
#embed "../../Console/pages/receiver-parts.js"
};
static const unsigned char file_57[] = {
#embed "../../Console/pages/receiver-provision.js"
};
static const unsigned char file_58[] = {
#embed "../../Console/pages/receiver-test.js"
};
static const unsigned char file_59[] = {
#embed "../../Console/pages/receiver.js"
};
static const unsigned char file_60[] = {
#embed "../../Console/pages/receivers.js"
};
static const unsigned char file_61[] = {
#embed "../../Console/pages/setting-fields.js"
};
static const unsigned char file_62[] = {
#embed "../../Console/pages/settings.js"
};
static const unsigned char file_63[] = {
#embed "../../Console/pages/shot.js"
};
static const unsigned char file_64[] = {
#embed "../../Console/pages/sky-drawings.js"
};
static const unsigned char file_65[] = {
#embed "../../Console/pages/sky-expected.js"
};
static const unsigned char file_66[] = {
#embed "../../Console/pages/sky.js"
};
static const unsigned char file_67[] = {
#embed "../../Console/pages/statistics.js"
};
static const unsigned char file_68[] = {
#embed "../../Console/pages/status.js"
};
static const unsigned char file_69[] = {
#embed "../../Console/pages/task.js"
};
static const unsigned char file_70[] = {
#embed "../../Console/pages/tasks.js"
};
static const unsigned char file_71[] = {
#embed "../../Console/pages/tone.js"
};
static const unsigned char file_72[] = {
#embed "../../Console/pages/unknown.js"
};
static const unsigned char file_73[] = {
#embed "../../Console/pages/upload.js"
};
static const unsigned char file_74[] = {
#embed "../../Console/pages/welcome.js"
};
static const unsigned char file_75[] = {
#embed "../../Console/parts.js"
};
static const unsigned char file_76[] = {
#embed "../../Console/policy.js"
};
static const unsigned char file_77[] = {
#embed "../../Console/preferences.js"
};
static const unsigned char file_78[] = {
#embed "../../Console/request.js"
};
static const unsigned char file_79[] = {
#embed "../../Console/service-worker.js"
};
static const unsigned char file_80[] = {
#embed "../../Console/session.js"
};
static const unsigned char file_81[] = {
#embed "../../Console/settings.js"
};
static const unsigned char file_82[] = {
#embed "../../Console/store.js"
};
static const unsigned char file_83[] = {
#embed "../../Console/text.js"
};
static const unsigned char file_84[] = {
#embed "../../Console/texts/de.js"
};
static const unsigned char file_85[] = {
#embed "../../Console/texts/en.js"
};
static const unsigned char file_86[] = {
#embed "../../Console/texts/fr.js"
};
static const unsigned char file_87[] = {
#embed "../../Console/texts/pages-de.js"
};
static const unsigned char file_88[] = {
#embed "../../Console/texts/pages-en.js"
};
static const unsigned char file_89[] = {
#embed "../../Console/texts/pages-fr.js"
};
static const unsigned char file_90[] = {
#embed "../../Console/uplink.js"
};
#if __has_embed("../../Console/vendor/leaflet/leaflet.css") == 1
static const unsigned char file_91[] = {
#embed "../../Console/vendor/leaflet/leaflet.css"
};
#define ENTRY_91 {"vendor/leaflet/leaflet.css", file_91, sizeof file_91},
#else
#define ENTRY_91
#endif
#if __has_embed("../../Console/vendor/leaflet/leaflet.js") == 1
static const unsigned char file_92[] = {
#embed "../../Console/vendor/leaflet/leaflet.js"
};
#define ENTRY_92 {"vendor/leaflet/leaflet.js", file_92, sizeof file_92},
#else
#define ENTRY_92
#endif

const console_asset console_assets[] = {
    {"app.js", file_0, sizeof file_0},
    {"app.webmanifest", file_1, sizeof file_1},
    {"console.css", file_2, sizeof file_2},
    {"dom.js", file_3, sizeof file_3},
    {"format.js", file_4, sizeof file_4},
    {"geo.js", file_5, sizeof file_5},
    {"icon.svg", file_6, sizeof file_6},
    {"index.html", file_7, sizeof file_7},
    {"last.js", file_8, sizeof file_8},
    {"licences.txt", file_9, sizeof file_9},
    {"link.js", file_10, sizeof file_10},
    {"live-worker.js", file_11, sizeof file_11},
    {"live.js", file_12, sizeof file_12},
    {"pages/about.js", file_13, sizeof file_13},
    {"pages/agrirouter-endpoint.js", file_14, sizeof file_14},
    {"pages/agrirouter.js", file_15, sizeof file_15},
    {"pages/alerts.js", file_16, sizeof file_16},
    {"pages/camera-source.js", file_17, sizeof file_17},
    {"pages/camera.js", file_18, sizeof file_18},
    {"pages/centroid-plot.js", file_19, sizeof file_19},
    {"pages/centroid.js", file_20, sizeof file_20},
    {"pages/corrections-chain.js", file_21, sizeof file_21},
    {"pages/corrections-setup.js", file_22, sizeof file_22},
    {"pages/corrections.js", file_23, sizeof file_23},
    {"pages/fleet-gateway.js", file_24, sizeof file_24},
    {"pages/fleet-list.js", file_25, sizeof file_25},
    {"pages/fleet-map.js", file_26, sizeof file_26},
    {"pages/fleet.js", file_27, sizeof file_27},
    {"pages/form.js", file_28, sizeof file_28},
    {"pages/invitation.js", file_29, sizeof file_29},
    {"pages/login.js", file_30, sizeof file_30},
    {"pages/map-base.js", file_31, sizeof file_31},
    {"pages/map-grid.js", file_32, sizeof file_32},
    {"pages/map-layers.js", file_33, sizeof file_33},
    {"pages/map-line.js", file_34, sizeof file_34},
    {"pages/map-members.js", file_35, sizeof file_35},
    {"pages/map-own.js", file_36, sizeof file_36},
    {"pages/map-paths.js", file_37, sizeof file_37},
    {"pages/map-photos.js", file_38, sizeof file_38},
    {"pages/map-recording.js", file_39, sizeof file_39},
    {"pages/map.js", file_40, sizeof file_40},
    {"pages/office.js", file_41, sizeof file_41},
    {"pages/osnma.js", file_42, sizeof file_42},
    {"pages/paths.js", file_43, sizeof file_43},
    {"pages/people.js", file_44, sizeof file_44},
    {"pages/phone.js", file_45, sizeof file_45},
    {"pages/photo-list.js", file_46, sizeof file_46},
    {"pages/photo.js", file_47, sizeof file_47},
    {"pages/photos.js", file_48, sizeof file_48},
    {"pages/position.js", file_49, sizeof file_49},
    {"pages/question.js", file_50, sizeof file_50},
    {"pages/raw.js", file_51, sizeof file_51},
    {"pages/receiver-add.js", file_52, sizeof file_52},
    {"pages/receiver-bluetooth.js", file_53, sizeof file_53},
    {"pages/receiver-edit.js", file_54, sizeof file_54},
    {"pages/receiver-pairing.js", file_55, sizeof file_55},
    {"pages/receiver-parts.js", file_56, sizeof file_56},
    {"pages/receiver-provision.js", file_57, sizeof file_57},
    {"pages/receiver-test.js", file_58, sizeof file_58},
    {"pages/receiver.js", file_59, sizeof file_59},
    {"pages/receivers.js", file_60, sizeof file_60},
    {"pages/setting-fields.js", file_61, sizeof file_61},
    {"pages/settings.js", file_62, sizeof file_62},
    {"pages/shot.js", file_63, sizeof file_63},
    {"pages/sky-drawings.js", file_64, sizeof file_64},
    {"pages/sky-expected.js", file_65, sizeof file_65},
    {"pages/sky.js", file_66, sizeof file_66},
    {"pages/statistics.js", file_67, sizeof file_67},
    {"pages/status.js", file_68, sizeof file_68},
    {"pages/task.js", file_69, sizeof file_69},
    {"pages/tasks.js", file_70, sizeof file_70},
    {"pages/tone.js", file_71, sizeof file_71},
    {"pages/unknown.js", file_72, sizeof file_72},
    {"pages/upload.js", file_73, sizeof file_73},
    {"pages/welcome.js", file_74, sizeof file_74},
    {"parts.js", file_75, sizeof file_75},
    {"policy.js", file_76, sizeof file_76},
    {"preferences.js", file_77, sizeof file_77},
    {"request.js", file_78, sizeof file_78},
    {"service-worker.js", file_79, sizeof file_79},
    {"session.js", file_80, sizeof file_80},
    {"settings.js", file_81, sizeof file_81},
    {"store.js", file_82, sizeof file_82},
    {"text.js", file_83, sizeof file_83},
    {"texts/de.js", file_84, sizeof file_84},
    {"texts/en.js", file_85, sizeof file_85},
    {"texts/fr.js", file_86, sizeof file_86},
    {"texts/pages-de.js", file_87, sizeof file_87},
    {"texts/pages-en.js", file_88, sizeof file_88},
    {"texts/pages-fr.js", file_89, sizeof file_89},
    {"uplink.js", file_90, sizeof file_90},
    ENTRY_91
    ENTRY_92
    {0, 0, 0},
};
