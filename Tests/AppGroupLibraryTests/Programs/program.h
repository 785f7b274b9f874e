/* What the test programs share: they end at the first call that should not have failed. */
#include <appgroup.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOOL "org.example.tool"

static inline void must(appgroup_status status, appgroup_error *error, const char *what) {
    if (status == APPGROUP_OK && !error) return;
    fprintf(stderr, "%s: %d %s\n", what, status, status == APPGROUP_OK ? "with an error" : appgroup_error_message(error));
    exit(1);
}

/* The error begins as what is no error: a call that succeeds sets it to NULL. */
#define MUST(call) do { \
    appgroup_error *error = (appgroup_error *)1; \
    appgroup_status status = (call); \
    must(status, error, #call); \
} while (0)

static inline appgroup_group *open_group(void) {
    appgroup_group *group;
    MUST(appgroup_group_open(getenv("APP_GROUP"), &group, &error));
    appgroup_group_set_patience(group, 60000);
    return group;
}

/* Registers an app that does nothing. */
static inline void register_tool(appgroup_group *group, const char *id) {
    appgroup_app *app = appgroup_app_new(id, "Tool");
    appgroup_app_set_command(app, (const char *[]){"true", NULL}, false);
    MUST(appgroup_register(group, app, &error));
    appgroup_app_free(app);
}
