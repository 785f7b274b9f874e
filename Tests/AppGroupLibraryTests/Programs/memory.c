/* Makes all kinds of calls again and again, and prints by how many KiB the memory has grown after the first rounds. */
#include "program.h"

static long memory(void) {
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (fscanf(file, "%ld %ld", &pages, &resident) != 2) exit(1);
    fclose(file);
    return resident * 4;
}

static void use(appgroup_group *group, int round) {
    appgroup_value value = {APPGROUP_STRING, 0, 0, round % 2 ? "one" : "another"};
    appgroup_list *list;
    appgroup_watch *watch;
    appgroup_error *failure = NULL;
    int64_t total;
    char *url, *line;
    bool answer;
    register_tool(group, TOOL);
    MUST(appgroup_badge_add(group, TOOL, 1, NULL, &error));
    MUST(appgroup_field_set(group, TOOL, "k", &value, &error));
    MUST(appgroup_setting_set(group, "k", &value, &error));
    MUST(appgroup_setting_get(group, "k", &value, &error));
    appgroup_free((void *)value.string);
    MUST(appgroup_total(group, NULL, &total, &error));
    MUST(appgroup_opened_url(group, TOOL, 2, (const char *[]){"x", "y:z", NULL}, &url, &error));
    appgroup_free(url);
    MUST(appgroup_can_open(group, "no-such-scheme:x", &answer, &error));
    MUST(appgroup_apps(group, NULL, true, &list, &error));
    for (int i = 0; i < 20; i++) MUST(appgroup_list_get(list, 0, "field:k", &value, &error));
    appgroup_list_free(list);
    if (appgroup_badge_set(group, "none", 1, &failure) != 65) exit(1);
    appgroup_error_free(failure);
    MUST(appgroup_watch_open(group, &watch, &error));
    while (appgroup_watch_next(watch, &line, NULL) == APPGROUP_OK) appgroup_free(line);
    appgroup_watch_close(watch);
}

int main(int argc, char **argv) {
    int rounds = atoi(argv[1]);
    for (int i = 0; i < rounds; i++) {
        appgroup_group *group = open_group();
        use(group, i);
        appgroup_group_close(group);
    }
    long before = memory();
    for (int i = 0; i < 3 * rounds; i++) {
        appgroup_group *group = open_group();
        use(group, i);
        appgroup_group_close(group);
    }
    printf("%ld\n", memory() - before);
    return argc - 2;
}
