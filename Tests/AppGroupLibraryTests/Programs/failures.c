/* Makes one call and prints its error as launcher would: failures register|badge|settings|apps|watch [NAME] */
#include "program.h"

int main(int argc, char **argv) {
    appgroup_group *group;
    appgroup_app *app = appgroup_app_new(TOOL, argc > 2 ? argv[2] : "Tool");
    appgroup_value value = {APPGROUP_STRING, 0, 0, "x"};
    appgroup_list *list = NULL;
    appgroup_watch *watch = NULL;
    appgroup_error *error = NULL;
    appgroup_status status = 99;
    MUST(appgroup_group_open(getenv("APP_GROUP"), &group, &error));
    appgroup_app_set_command(app, (const char *[]){"true", NULL}, false);
    if (!strcmp(argv[1], "register")) status = appgroup_register(group, app, &error);
    if (!strcmp(argv[1], "badge")) status = appgroup_badge_set(group, TOOL, 7, &error);
    if (!strcmp(argv[1], "settings")) status = appgroup_setting_set(group, "k", &value, &error);
    if (!strcmp(argv[1], "apps")) status = appgroup_apps(group, NULL, true, &list, &error);
    if (!strcmp(argv[1], "watch")) status = appgroup_watch_open(group, &watch, &error);
    if (error) fprintf(stderr, "launcher: %s\n", appgroup_error_message(error));
    if (error) puts(appgroup_error_code(error));
    appgroup_error_free(error);
    return status;
}
