// A bare window of libadwaita with a header bar, the least that a program with such a window does.
//
//   window
#include <adwaita.h>

static void activate(GtkApplication *application, gpointer data) {
    GtkWidget *window = adw_application_window_new(application);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(box), adw_header_bar_new());
    gtk_window_set_default_size(GTK_WINDOW(window), 720, 540);
    adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), box);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
    AdwApplication *application = adw_application_new("local.bench.Window", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    return g_application_run(G_APPLICATION(application), argc, argv);
}
