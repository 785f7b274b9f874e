#ifndef APP_GROUP_ADWAITA_H
#define APP_GROUP_ADWAITA_H

#include <adwaita.h>
#include <glib-unix.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Swift imports neither variadic functions nor macros.

/// Sets what assistive technology reads for a widget.
static inline void app_group_set_accessible_label(GtkWidget *widget, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/// Sets what assistive technology reads after the label.
static inline void app_group_set_accessible_description(GtkWidget *widget, const char *description) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/// Sets the text of an empty GtkSearchEntry, for which GTK has a function since 4.10.
static inline void app_group_set_placeholder(GtkWidget *entry, const char *text) {
    g_object_set(entry, "placeholder-text", text, NULL);
}

/// The resolution for text, in 1,024ths of a dot per inch: see GtkSettings:gtk-xft-dpi.
static inline int app_group_text_dots(void) {
    GtkSettings *settings = gtk_settings_get_default();
    int dots = -1;
    if (settings) g_object_get(settings, "gtk-xft-dpi", &dots, NULL);
    return dots;
}

/// Keeps the cursor in texts from blinking. While it blinks, GTK draws a frame at every refresh of the screen, and what a key changes
/// waits for the next one.
static inline void app_group_steady_cursor(void) {
    GtkSettings *settings = gtk_settings_get_default();
    if (settings) g_object_set(settings, "gtk-cursor-blink", FALSE, NULL);
}

/// Writes to standard error of the process that an application was called from.
static inline void app_group_print_error(GApplicationCommandLine *line, const char *text) {
    g_application_command_line_printerr(line, "%s", text);
}

/// Two texts, as the arguments of a call on the bus.
static inline GVariant *app_group_strings(const char *first, const char *second) {
    return g_variant_new("(ss)", first, second);
}

/// Gives memory that is no longer used back to the system. The C library keeps it otherwise, for a next time that may not come.
static inline void app_group_give_back_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/// Lets there be few heaps, and puts large things outside of them. Otherwise each thread keeps a heap of its own, with room between
/// what stays. There is one for the first thread, one for each of the two threads of GLib that serve the bus, and one for the thread
/// that reads the groups, which begins after these. Threads that share a heap wait for each other.
static inline void app_group_limit_heaps(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 4);
    // Setting it also keeps the C library from raising it.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}

/// Makes room for this many bytes, up to 16 MB, in the heap of the calling thread. They take no memory until they are used. Without
/// room, the heap asks the system for each 4 KB, and all other threads that need memory then wait. It sets the limits of
/// app_group_limit_heaps.
static inline void app_group_reserve_heap(size_t bytes) {
#ifdef __GLIBC__
    // Only what is smaller is put into a heap, and a heap keeps less than that at its end.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
    void *volatile room = malloc(bytes);
    free(room);
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    mallopt(M_TRIM_THRESHOLD, 128 << 10);
#endif
}

/// A text, as the argument of a call on the bus.
static inline GVariant *app_group_string(const char *text) {
    return g_variant_new("(s)", text);
}

/// The text that an answer on the bus begins with, for g_free; NULL if it begins with something else.
static inline char *app_group_first_string(GVariant *answer) {
    char *text = NULL;
    if (g_variant_is_of_type(answer, G_VARIANT_TYPE("(s)"))) g_variant_get(answer, "(s)", &text);
    return text;
}

static inline GType app_group_type_object(void) { return G_TYPE_OBJECT; }

#endif
