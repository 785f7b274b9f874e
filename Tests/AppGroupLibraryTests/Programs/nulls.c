/* Calls every function with NULL for every pointer, and again with one argument after another given. Prints the statuses that are
 * not 64. */
#include "program.h"

static void refused(const char *name, appgroup_status status) {
    if (status != 64) printf("%s: %d\n", name, status);
}
#define REFUSED(call) refused(#call, call)

int main(int argc, char **argv) {
    appgroup_group *group = open_group(), *no_group;
    appgroup_app *app = appgroup_app_new(TOOL, "Tool");
    appgroup_value value = {APPGROUP_INTEGER, 0, 1, NULL};
    appgroup_list *list;
    appgroup_watch *watch;
    int64_t number;
    char *text;
    bool answer;
    const char *words[] = {"x", NULL};

    appgroup_error_free(NULL);
    appgroup_free(NULL);
    appgroup_app_free(NULL);
    appgroup_group_close(NULL);
    appgroup_list_free(NULL);
    appgroup_watch_close(NULL);
    if (appgroup_error_code(NULL) || appgroup_error_message(NULL)) puts("an error of NULL has a text");
    if (appgroup_app_new(NULL, NULL) || appgroup_app_new(TOOL, NULL) || appgroup_app_new(NULL, "x")) puts("an app of NULL");
    for (int round = 0; round < 2; round++) {
        appgroup_app *one = round ? app : NULL;
        const char *some = round ? NULL : "x";
        appgroup_app_set_icon_name(one, some);
        appgroup_app_set_icon_data(one, some, 1);
        appgroup_app_add_scheme(one, some);
        appgroup_app_add_action(one, some, some, some, some);
        appgroup_app_add_action(one, "x", NULL, NULL, "x:y");
        appgroup_app_set_command(one, round ? NULL : words, true);
        appgroup_app_set_desktop_file(one, some);
        appgroup_app_set_version(one, some);
        appgroup_app_set_field(one, some, round ? NULL : &value);
        appgroup_app_set_field(one, "x", NULL);
    }
    appgroup_group_set_patience(NULL, 1);
    REFUSED(appgroup_group_open(NULL, NULL, NULL));
    REFUSED(appgroup_group_open("a.b", NULL, NULL));
    REFUSED(appgroup_group_open(NULL, &no_group, NULL));
    if (no_group) puts("a group of NULL");
    REFUSED(appgroup_register(NULL, NULL, NULL));
    REFUSED(appgroup_register(NULL, app, NULL));
    REFUSED(appgroup_register(group, NULL, NULL));
    REFUSED(appgroup_register(group, app, NULL)); /* it has no command */
    REFUSED(appgroup_unregister(NULL, NULL, NULL));
    REFUSED(appgroup_unregister(group, NULL, NULL));
    REFUSED(appgroup_badge_set(NULL, TOOL, 1, NULL));
    REFUSED(appgroup_badge_set(group, NULL, 1, NULL));
    REFUSED(appgroup_badge_add(NULL, TOOL, 1, NULL, NULL));
    REFUSED(appgroup_badge_add(group, NULL, 1, NULL, NULL));
    REFUSED(appgroup_field_set(NULL, TOOL, "k", &value, NULL));
    REFUSED(appgroup_field_set(group, NULL, "k", &value, NULL));
    REFUSED(appgroup_field_set(group, TOOL, NULL, &value, NULL));
    REFUSED(appgroup_total(NULL, NULL, &number, NULL));
    REFUSED(appgroup_total(group, NULL, NULL, NULL));
    REFUSED(appgroup_setting_get(NULL, "k", &value, NULL));
    REFUSED(appgroup_setting_get(group, NULL, &value, NULL));
    REFUSED(appgroup_setting_get(group, "k", NULL, NULL));
    REFUSED(appgroup_setting_set(NULL, "k", &value, NULL));
    REFUSED(appgroup_setting_set(group, NULL, &value, NULL));
    REFUSED(appgroup_record_opening(NULL, TOOL, NULL));
    REFUSED(appgroup_record_opening(group, NULL, NULL));
    REFUSED(appgroup_opened_url(NULL, TOOL, 1, words, &text, NULL));
    REFUSED(appgroup_opened_url(group, NULL, 1, words, &text, NULL));
    REFUSED(appgroup_opened_url(group, TOOL, 1, NULL, &text, NULL));
    REFUSED(appgroup_opened_url(group, TOOL, 1, words, NULL, NULL));
    REFUSED(appgroup_app_opened_url(NULL, 1, words, &text, NULL));
    REFUSED(appgroup_app_opened_url(app, 1, NULL, &text, NULL));
    REFUSED(appgroup_app_opened_url(app, 1, words, NULL, NULL));
    REFUSED(appgroup_open(NULL, "x:y", NULL));
    REFUSED(appgroup_open(group, NULL, NULL));
    REFUSED(appgroup_can_open(NULL, "x:y", &answer, NULL));
    REFUSED(appgroup_can_open(group, NULL, &answer, NULL));
    REFUSED(appgroup_can_open(group, "x:y", NULL, NULL));
    REFUSED(appgroup_apps(NULL, NULL, true, &list, NULL));
    REFUSED(appgroup_apps(group, NULL, true, NULL, NULL));
    REFUSED(appgroup_find(NULL, TOOL, &list, NULL));
    REFUSED(appgroup_find(group, NULL, &list, NULL));
    REFUSED(appgroup_find(group, TOOL, NULL, NULL));
    REFUSED(appgroup_list_get(NULL, 0, "id", &value, NULL));
    REFUSED(appgroup_watch_open(NULL, &watch, NULL));
    REFUSED(appgroup_watch_open(group, NULL, NULL));
    REFUSED(appgroup_watch_next(NULL, &text, NULL));
    register_tool(group, TOOL);
    MUST(appgroup_apps(group, NULL, true, &list, &error));
    REFUSED(appgroup_list_get(list, 0, NULL, &value, NULL));
    REFUSED(appgroup_list_get(list, 0, "id", NULL, NULL));
    REFUSED(appgroup_list_get(list, 1, "id", &value, NULL));
    REFUSED(appgroup_list_get(list, 0, "color", &value, NULL));
    MUST(appgroup_watch_open(group, &watch, &error));
    REFUSED(appgroup_watch_next(watch, NULL, NULL));
    if (appgroup_list_count(NULL) != 0 || appgroup_watch_descriptor(NULL) != -1) puts("no list and no watch");
    /* NULL has a meaning here. */
    MUST(appgroup_field_set(group, TOOL, "k", NULL, &error));
    MUST(appgroup_setting_set(group, "k", NULL, &error));
    MUST(appgroup_badge_add(group, TOOL, 1, NULL, &error));
    puts("done");
    (void)argv;
    return argc - 1;
}
