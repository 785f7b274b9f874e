/* Registers an app with everything that it can say, and prints what the list says about it, a line for each value. */
#include "program.h"

static const char *const VALUES[] = {
    "id", "name", "schemes", "icon", "badge", "installed", "reason", "fields", "field:newest", "field:count", "field:when",
    "lastOpened", "openCount", "version", "availableVersion", "group", "pinned", "hidden", "actions", "action:new"};
#define COUNT (sizeof VALUES / sizeof *VALUES)

int main(int argc, char **argv) {
    static const char svg[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"/>";
    appgroup_group *group = open_group();
    appgroup_app *app = appgroup_app_new("org.example.notes", "Заметки ✎");
    appgroup_app_set_icon_data(app, svg, sizeof svg - 1);
    appgroup_app_add_scheme(app, "notes");
    appgroup_app_add_scheme(app, "memo");
    appgroup_app_add_action(app, "new", "New note", "document-new", "notes://new");
    appgroup_app_set_command(app, (const char *[]){"true", "%u", NULL}, true);
    appgroup_app_set_version(app, "1.2");
    appgroup_app_set_field(app, "newest", &(appgroup_value){APPGROUP_STRING, 0, 0, "Ada \"L\"\n"});
    appgroup_app_set_field(app, "count", &(appgroup_value){APPGROUP_INTEGER, 0, INT64_MIN, NULL});
    appgroup_app_set_field(app, "when", &(appgroup_value){APPGROUP_DATE, 0, 1772600767089, NULL});
    MUST(appgroup_register(group, app, &error));
    appgroup_app_free(app);
    MUST(appgroup_badge_set(group, "org.example.notes", 5, &error));
    MUST(appgroup_record_opening(group, "org.example.notes", &error));
    appgroup_list *list;
    MUST(appgroup_apps(group, "name", true, &list, &error));
    appgroup_group_close(group); /* a list outlives the handle */
    appgroup_value values[COUNT];
    for (size_t i = 0; i < COUNT; i++) MUST(appgroup_list_get(list, 0, VALUES[i], &values[i], &error));
    /* Texts live as long as the list, and one that is asked for again is the same. */
    for (int round = 0; round < 1000; round++) {
        appgroup_value again;
        MUST(appgroup_list_get(list, 0, VALUES[(size_t)round % COUNT], &again, &error));
        if (again.string != values[(size_t)round % COUNT].string) return 2;
    }
    for (size_t i = 0; i < COUNT; i++) {
        const char *text = values[i].string ? values[i].string : "";
        printf("%s\t%d\t%lld\t%s%c", VALUES[i], values[i].kind, (long long)values[i].integer, text, 0);
    }
    appgroup_list_free(list);
    (void)argv;
    return argc - 1;
}
