// SPDX-License-Identifier: Apache-2.0
// cairo and pango: draw PDF pages and lay out text. They are loaded at the first page, and a machine without them makes no
// PDF. Their headers are not included, because they need those of about 30 packages and pkg-config's paths. These
// declarations agree with cairo 1.16 and pango 1.50; both libraries keep their binary interface within a soname.
#ifndef CPANGO_SHIM_H
#define CPANGO_SHIM_H
#include <stdbool.h>

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_font_options cairo_font_options_t;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoLayoutLine PangoLayoutLine;
typedef struct _PangoFontDescription PangoFontDescription;

/// A rectangle in units of 1/1024 point (PangoRectangle).
typedef struct _PangoRectangle {
    int x, y, width, height;
} PangoRectangle;

// The libraries' enumerations have the type unsigned int in C, except cairo_format_t, which has a negative value.
enum {
    gnss_cairo_format_rgb24 = 1,
    gnss_cairo_pdf_metadata_title = 0,
    gnss_cairo_pdf_metadata_creator = 4,
    gnss_cairo_hint_style_none = 1,
    gnss_cairo_hint_metrics_off = 1,
    gnss_pango_wrap_word_char = 2,
    gnss_pango_align_left = 0,
    gnss_pango_align_center = 1,
    gnss_pango_align_right = 2,
    gnss_pango_weight_normal = 400,
    gnss_pango_weight_bold = 700,
    gnss_pango_scale = 1024,
    gnss_cairo_status_write_error = 11,
    gnss_cairo_status_read_error = 10,
    gnss_cairo_status_no_memory = 1,
};

/// Receives or fills `length` bytes; returns a status, 0 for success.
typedef unsigned int (*gnss_cairo_write)(void *closure, const unsigned char *data, unsigned int length);
typedef unsigned int (*gnss_cairo_read)(void *closure, unsigned char *data, unsigned int length);
typedef void (*gnss_cairo_destroy)(void *data);

/// True if all libraries can be loaded.
bool gnss_pango_is_available(void);

cairo_surface_t *cairo_pdf_surface_create_for_stream(
    gnss_cairo_write write, void *closure, double width, double height);
void cairo_pdf_surface_set_metadata(cairo_surface_t *surface, unsigned int metadata, const char *text);
cairo_surface_t *cairo_image_surface_create(int format, int width, int height);
cairo_surface_t *cairo_image_surface_create_from_png_stream(gnss_cairo_read read, void *closure);
int cairo_image_surface_get_width(cairo_surface_t *surface);
int cairo_image_surface_get_height(cairo_surface_t *surface);
unsigned int cairo_surface_set_mime_data(
    cairo_surface_t *surface, const char *type, const unsigned char *data, unsigned long length,
    gnss_cairo_destroy destroy, void *closure);
unsigned int cairo_surface_status(cairo_surface_t *surface);
void cairo_surface_finish(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);

cairo_t *cairo_create(cairo_surface_t *surface);
void cairo_destroy(cairo_t *context);
unsigned int cairo_status(cairo_t *context);
void cairo_show_page(cairo_t *context);
void cairo_save(cairo_t *context);
void cairo_restore(cairo_t *context);
void cairo_translate(cairo_t *context, double x, double y);
void cairo_scale(cairo_t *context, double x, double y);
void cairo_rectangle(cairo_t *context, double x, double y, double width, double height);
void cairo_new_path(cairo_t *context);
void cairo_move_to(cairo_t *context, double x, double y);
void cairo_line_to(cairo_t *context, double x, double y);
void cairo_arc(cairo_t *context, double x, double y, double radius, double from, double to);
void cairo_close_path(cairo_t *context);
void cairo_clip(cairo_t *context);
void cairo_fill(cairo_t *context);
void cairo_stroke(cairo_t *context);
void cairo_paint(cairo_t *context);
void cairo_set_source_rgba(cairo_t *context, double red, double green, double blue, double alpha);
void cairo_set_source_surface(cairo_t *context, cairo_surface_t *surface, double x, double y);
void cairo_set_line_width(cairo_t *context, double width);
void cairo_set_dash(cairo_t *context, const double *dashes, int count, double offset);
cairo_font_options_t *cairo_font_options_create(void);
void cairo_font_options_destroy(cairo_font_options_t *options);
void cairo_font_options_set_hint_style(cairo_font_options_t *options, unsigned int style);
void cairo_font_options_set_hint_metrics(cairo_font_options_t *options, unsigned int metrics);

PangoFontMap *pango_cairo_font_map_new(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_context_set_round_glyph_positions(PangoContext *context, int round);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_cairo_show_layout(cairo_t *context, PangoLayout *layout);
void pango_cairo_show_layout_line(cairo_t *context, PangoLayoutLine *line);
PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *font);
void pango_font_description_set_family(PangoFontDescription *font, const char *family);
void pango_font_description_set_weight(PangoFontDescription *font, unsigned int weight);
void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);
PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *font);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_wrap(PangoLayout *layout, unsigned int wrap);
void pango_layout_set_alignment(PangoLayout *layout, unsigned int alignment);
void pango_layout_get_size(PangoLayout *layout, int *width, int *height);
PangoLayoutIter *pango_layout_get_iter(PangoLayout *layout);
void pango_layout_iter_free(PangoLayoutIter *iterator);
int pango_layout_iter_next_line(PangoLayoutIter *iterator);
int pango_layout_iter_get_baseline(PangoLayoutIter *iterator);
PangoLayoutLine *pango_layout_iter_get_line_readonly(PangoLayoutIter *iterator);
void pango_layout_iter_get_line_yrange(PangoLayoutIter *iterator, int *top, int *bottom);
void pango_layout_iter_get_line_extents(PangoLayoutIter *iterator, PangoRectangle *ink, PangoRectangle *logical);
void g_object_unref(void *object);
#endif
