/* Gives each function texts that are not UTF-8, and texts of a megabyte, in one argument after another. Prints the calls that do not
 * refuse them, or that leave no error. */
#include "program.h"

static char *megabyte(const char *beginning) {
    static char text[8][(1 << 20) + 1];
    static int number = 0;
    char *one = text[number++];
    memset(one, 'x', 1 << 20);
    memcpy(one, beginning, strlen(beginning));
    return one;
}

static void refused(const char *call, appgroup_status status, appgroup_status wanted, appgroup_error *error) {
    const char *code = appgroup_error_code(error), *message = appgroup_error_message(error);
    if (status != wanted) printf("%s: %d instead of %d\n", call, status, wanted);
    if (!code || strcmp(code, wanted == 64 ? "usage" : "invalidValue")) printf("%s: the code %s\n", call, code ? code : "NULL");
    if (!message || !*message) printf("%s: no message\n", call);
    appgroup_error_free(error);
}

/* The error begins as what is no error. */
#define REFUSED(wanted, call) do { \
    appgroup_error *error = (appgroup_error *)1; \
    appgroup_status status = (call); \
    refused(#call, status, wanted, error); \
} while (0)

/* Registers an app that has everything but one text, which is wrong. */
static void describe(appgroup_group *group, appgroup_status wanted, const char *wrong, const char *wrong_url) {
    for (int place = 0; place < 13; place++) {
        const char *id = place == 0 ? wrong : TOOL, *name = place == 1 ? wrong : "Tool";
        appgroup_app *app = appgroup_app_new(id, name);
        appgroup_value value = {APPGROUP_STRING, 0, 0, place == 2 ? wrong : "x"};
        appgroup_app_set_command(app, (const char *[]){place == 3 ? wrong : "true", place == 4 ? wrong : "%u", NULL}, false);
        appgroup_app_set_field(app, place == 5 ? wrong : "k", &value);
        appgroup_app_set_icon_name(app, place == 6 ? wrong : "tool");
        appgroup_app_add_scheme(app, place == 7 ? wrong : "tool");
        const char *action_id = place == 8 ? wrong : "new", *action_name = place == 9 ? wrong : "New";
        const char *icon = place == 10 ? wrong : NULL, *url = place == 11 ? wrong_url : "tool:new";
        appgroup_app_add_action(app, action_id, action_name, icon, url);
        appgroup_app_set_version(app, place == 12 ? wrong : "1");
        appgroup_error *error = (appgroup_error *)1;
        char name_of_place[40];
        snprintf(name_of_place, sizeof name_of_place, "appgroup_register, text %d", place);
        appgroup_status status = appgroup_register(group, app, &error);
        refused(name_of_place, status, wanted, error);
        appgroup_app_free(app);
    }
    appgroup_app *app = appgroup_app_new(TOOL, "Tool");
    appgroup_app_set_desktop_file(app, wrong);
    REFUSED(wanted, appgroup_register(group, app, &error));
    appgroup_app_free(app);
}

static void call(appgroup_group *group, appgroup_status wanted, const char *wrong, const char *wrong_url) {
    appgroup_group *other;
    appgroup_value value = {APPGROUP_STRING, 0, 0, wrong};
    appgroup_list *list;
    int64_t number;
    char *text;
    bool answer;
    REFUSED(wanted, appgroup_group_open(wrong, &other, &error));
    REFUSED(wanted, appgroup_unregister(group, wrong, &error));
    REFUSED(wanted, appgroup_badge_set(group, wrong, 1, &error));
    REFUSED(wanted, appgroup_badge_add(group, wrong, 1, &number, &error));
    REFUSED(wanted, appgroup_field_set(group, wrong, "k", NULL, &error));
    REFUSED(wanted, appgroup_field_set(group, TOOL, wrong, NULL, &error));
    REFUSED(wanted, appgroup_field_set(group, TOOL, "k", &value, &error));
    REFUSED(wanted, appgroup_total(group, wrong, &number, &error));
    REFUSED(wanted, appgroup_setting_get(group, wrong, &value, &error));
    value = (appgroup_value){APPGROUP_STRING, 0, 0, wrong};
    REFUSED(wanted, appgroup_setting_set(group, wrong, NULL, &error));
    REFUSED(wanted, appgroup_setting_set(group, "k", &value, &error));
    REFUSED(wanted, appgroup_record_opening(group, wrong, &error));
    REFUSED(wanted, appgroup_opened_url(group, wrong, 1, (const char *[]){"x", NULL}, &text, &error));
    REFUSED(wanted, appgroup_open(group, wrong, &error));
    REFUSED(wanted, appgroup_open(group, wrong_url, &error));
    REFUSED(wanted, appgroup_can_open(group, wrong_url, &answer, &error));
    REFUSED(wanted, appgroup_find(group, wrong, &list, &error));
    REFUSED(64, appgroup_apps(group, wrong, true, &list, &error));
    MUST(appgroup_apps(group, NULL, true, &list, &error));
    REFUSED(64, appgroup_list_get(list, 0, wrong, &value, &error));
    appgroup_list_free(list);
    /* Words that are no URL are passed over. */
    MUST(appgroup_opened_url(group, TOOL, 4, (const char *[]){"x", wrong, wrong_url, "tool:x", NULL}, &text, &error));
    if (!text || strcmp(text, "tool:x")) puts("another URL");
    appgroup_free(text);
    appgroup_app *app = appgroup_app_new(TOOL, wrong);
    appgroup_app_add_scheme(app, "tool");
    if (wanted == 64) {
        REFUSED(wanted, appgroup_app_opened_url(app, 1, (const char *[]){"x", NULL}, &text, &error));
    } else {
        /* A name that is too long does not matter here. */
        MUST(appgroup_app_opened_url(app, 4, (const char *[]){"x", wrong, wrong_url, "tool:y", NULL}, &text, &error));
        if (!text || strcmp(text, "tool:y")) puts("another URL of the description");
        appgroup_free(text);
    }
    appgroup_app_free(app);
}

int main(int argc, char **argv) {
    appgroup_group *group = open_group();
    appgroup_app *app = appgroup_app_new(TOOL, "Tool");
    appgroup_app_set_command(app, (const char *[]){"true", NULL}, false);
    appgroup_app_add_scheme(app, "tool");
    MUST(appgroup_register(group, app, &error));
    appgroup_app_free(app);
    describe(group, 64, "caf\351", "tool:caf\351");
    call(group, 64, "caf\351", "tool:caf\351");
    describe(group, 65, megabyte(""), megabyte("tool:"));
    call(group, 65, megabyte(""), megabyte("tool:"));
    puts("done");
    (void)argv;
    return argc - 1;
}
