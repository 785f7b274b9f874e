/* Describes an app that starts by a relative path, and registers it from another folder: relative FOLDER */
#include "program.h"
#include <unistd.h>

int main(int argc, char **argv) {
    appgroup_group *group = open_group();
    appgroup_app *app = appgroup_app_new(TOOL, "Tool");
    if (chdir(argv[1])) return 1;
    appgroup_app_set_command(app, (const char *[]){"./tool", NULL}, true);
    if (chdir("/")) return 1;
    MUST(appgroup_register(group, app, &error));
    appgroup_app_free(app);
    appgroup_group_close(group);
    return argc - 2;
}
