#ifndef APP_GROUP_ADWAITA_H
#define APP_GROUP_ADWAITA_H

#include <adwaita.h>
#include <glib-unix.h>

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

static inline GType app_group_type_object(void) { return G_TYPE_OBJECT; }

#endif
