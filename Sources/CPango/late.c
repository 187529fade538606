// SPDX-License-Identifier: Apache-2.0
// The functions of cairo, pango and GObject that are used.
#include "include/shim.h"
#include <CLateBinding.h>

#define CAIRO "libcairo.so.2"
#define PANGO "libpango-1.0.so.0"
#define PANGOCAIRO "libpangocairo-1.0.so.0"
#define GOBJECT "libgobject-2.0.so.0"

bool gnss_pango_is_available(void) {
    // These functions are the newest ones of their libraries: cairo 1.16, pango 1.44.
    return gnss_late_symbol(CAIRO, "cairo_pdf_surface_set_metadata")
        && gnss_late_symbol(PANGO, "pango_context_set_round_glyph_positions")
        && gnss_late_symbol(PANGOCAIRO, "pango_cairo_show_layout_line") && gnss_late_symbol(GOBJECT, "g_object_unref");
}

GNSS_LATE(CAIRO, cairo_surface_t *, cairo_pdf_surface_create_for_stream,
    (gnss_cairo_write write, void *closure, double width, double height),
    (write, closure, width, height), NULL)
GNSS_LATE(CAIRO, void, cairo_pdf_surface_set_metadata,
    (cairo_surface_t *surface, unsigned int metadata, const char *text),
    (surface, metadata, text), )
GNSS_LATE(CAIRO, cairo_surface_t *, cairo_image_surface_create,
    (int format, int width, int height),
    (format, width, height), NULL)
GNSS_LATE(CAIRO, cairo_surface_t *, cairo_image_surface_create_from_png_stream,
    (gnss_cairo_read read, void *closure),
    (read, closure), NULL)
GNSS_LATE(CAIRO, int, cairo_image_surface_get_width, (cairo_surface_t *surface), (surface), 0)
GNSS_LATE(CAIRO, int, cairo_image_surface_get_height, (cairo_surface_t *surface), (surface), 0)
GNSS_LATE(CAIRO, unsigned int, cairo_surface_set_mime_data,
    (cairo_surface_t *surface, const char *type, const unsigned char *data, unsigned long length,
     gnss_cairo_destroy destroy, void *closure),
    (surface, type, data, length, destroy, closure), gnss_cairo_status_no_memory)
GNSS_LATE(CAIRO, unsigned int, cairo_surface_status,
    (cairo_surface_t *surface),
    (surface), gnss_cairo_status_no_memory)
GNSS_LATE(CAIRO, void, cairo_surface_finish, (cairo_surface_t *surface), (surface), )
GNSS_LATE(CAIRO, void, cairo_surface_destroy, (cairo_surface_t *surface), (surface), )
GNSS_LATE(CAIRO, cairo_t *, cairo_create, (cairo_surface_t *surface), (surface), NULL)
GNSS_LATE(CAIRO, void, cairo_destroy, (cairo_t *context), (context), )
GNSS_LATE(CAIRO, unsigned int, cairo_status, (cairo_t *context), (context), gnss_cairo_status_no_memory)
GNSS_LATE(CAIRO, void, cairo_show_page, (cairo_t *context), (context), )
GNSS_LATE(CAIRO, void, cairo_save, (cairo_t *context), (context), )
GNSS_LATE(CAIRO, void, cairo_restore, (cairo_t *context), (context), )
GNSS_LATE(CAIRO, void, cairo_translate, (cairo_t *context, double x, double y), (context, x, y), )
GNSS_LATE(CAIRO, void, cairo_scale, (cairo_t *context, double x, double y), (context, x, y), )
GNSS_LATE(CAIRO, void, cairo_rectangle,
    (cairo_t *context, double x, double y, double width, double height),
    (context, x, y, width, height), )
GNSS_LATE(CAIRO, void, cairo_new_path, (cairo_t *context), (context), )
GNSS_LATE(CAIRO, void, cairo_move_to, (cairo_t *context, double x, double y), (context, x, y), )
GNSS_LATE(CAIRO, void, cairo_line_to, (cairo_t *context, double x, double y), (context, x, y), )
GNSS_LATE(CAIRO, void, cairo_arc,
    (cairo_t *context, double x, double y, double radius, double from, double to),
    (context, x, y, radius, from, to), )
GNSS_LATE(CAIRO, void, cairo_close_path, (cairo_t *context), (context), )
GNSS_LATE(CAIRO, void, cairo_clip, (cairo_t *context), (context), )
GNSS_LATE(CAIRO, void, cairo_fill, (cairo_t *context), (context), )
GNSS_LATE(CAIRO, void, cairo_stroke, (cairo_t *context), (context), )
GNSS_LATE(CAIRO, void, cairo_paint, (cairo_t *context), (context), )
GNSS_LATE(CAIRO, void, cairo_set_source_rgba,
    (cairo_t *context, double red, double green, double blue, double alpha),
    (context, red, green, blue, alpha), )
GNSS_LATE(CAIRO, void, cairo_set_source_surface,
    (cairo_t *context, cairo_surface_t *surface, double x, double y),
    (context, surface, x, y), )
GNSS_LATE(CAIRO, void, cairo_set_line_width, (cairo_t *context, double width), (context, width), )
GNSS_LATE(CAIRO, void, cairo_set_dash,
    (cairo_t *context, const double *dashes, int count, double offset),
    (context, dashes, count, offset), )
GNSS_LATE(CAIRO, cairo_font_options_t *, cairo_font_options_create, (void), (), NULL)
GNSS_LATE(CAIRO, void, cairo_font_options_destroy, (cairo_font_options_t *options), (options), )
GNSS_LATE(CAIRO, void, cairo_font_options_set_hint_style,
    (cairo_font_options_t *options, unsigned int style),
    (options, style), )
GNSS_LATE(CAIRO, void, cairo_font_options_set_hint_metrics,
    (cairo_font_options_t *options, unsigned int metrics),
    (options, metrics), )
GNSS_LATE(PANGOCAIRO, PangoFontMap *, pango_cairo_font_map_new, (void), (), NULL)
GNSS_LATE(PANGO, PangoContext *, pango_font_map_create_context, (PangoFontMap *map), (map), NULL)
GNSS_LATE(PANGO, void, pango_context_set_round_glyph_positions, (PangoContext *context, int round), (context, round), )
GNSS_LATE(PANGOCAIRO, void, pango_cairo_context_set_font_options,
    (PangoContext *context, const cairo_font_options_t *options),
    (context, options), )
GNSS_LATE(PANGOCAIRO, void, pango_cairo_show_layout, (cairo_t *context, PangoLayout *layout), (context, layout), )
GNSS_LATE(PANGOCAIRO, void, pango_cairo_show_layout_line,
    (cairo_t *context, PangoLayoutLine *line),
    (context, line), )
GNSS_LATE(PANGO, PangoFontDescription *, pango_font_description_new, (void), (), NULL)
GNSS_LATE(PANGO, void, pango_font_description_free, (PangoFontDescription *font), (font), )
GNSS_LATE(PANGO, void, pango_font_description_set_family,
    (PangoFontDescription *font, const char *family),
    (font, family), )
GNSS_LATE(PANGO, void, pango_font_description_set_weight,
    (PangoFontDescription *font, unsigned int weight),
    (font, weight), )
GNSS_LATE(PANGO, void, pango_font_description_set_absolute_size,
    (PangoFontDescription *font, double size),
    (font, size), )
GNSS_LATE(PANGO, PangoLayout *, pango_layout_new, (PangoContext *context), (context), NULL)
GNSS_LATE(PANGO, void, pango_layout_set_text,
    (PangoLayout *layout, const char *text, int length),
    (layout, text, length), )
GNSS_LATE(PANGO, void, pango_layout_set_font_description,
    (PangoLayout *layout, const PangoFontDescription *font),
    (layout, font), )
GNSS_LATE(PANGO, void, pango_layout_set_width, (PangoLayout *layout, int width), (layout, width), )
GNSS_LATE(PANGO, void, pango_layout_set_wrap, (PangoLayout *layout, unsigned int wrap), (layout, wrap), )
GNSS_LATE(PANGO, void, pango_layout_set_alignment,
    (PangoLayout *layout, unsigned int alignment),
    (layout, alignment), )
GNSS_LATE(PANGO, void, pango_layout_get_size,
    (PangoLayout *layout, int *width, int *height),
    (layout, width, height), )
GNSS_LATE(PANGO, PangoLayoutIter *, pango_layout_get_iter, (PangoLayout *layout), (layout), NULL)
GNSS_LATE(PANGO, void, pango_layout_iter_free, (PangoLayoutIter *iterator), (iterator), )
GNSS_LATE(PANGO, int, pango_layout_iter_next_line, (PangoLayoutIter *iterator), (iterator), 0)
GNSS_LATE(PANGO, int, pango_layout_iter_get_baseline, (PangoLayoutIter *iterator), (iterator), 0)
GNSS_LATE(PANGO, PangoLayoutLine *, pango_layout_iter_get_line_readonly,
    (PangoLayoutIter *iterator),
    (iterator), NULL)
GNSS_LATE(PANGO, void, pango_layout_iter_get_line_yrange,
    (PangoLayoutIter *iterator, int *top, int *bottom),
    (iterator, top, bottom), )
GNSS_LATE(PANGO, void, pango_layout_iter_get_line_extents,
    (PangoLayoutIter *iterator, PangoRectangle *ink, PangoRectangle *logical),
    (iterator, ink, logical), )
GNSS_LATE(GOBJECT, void, g_object_unref, (void *object), (object), )
