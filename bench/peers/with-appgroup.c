/* Uses libappgroup: with-appgroup start | add APP COUNT | register APP. `add` prints nanoseconds for each addition; `register` says the
 * same about an app as bench/measure/library.py tells launcher. */
#include <appgroup.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int main(int argc, char **argv) {
    if (!strcmp(argv[1], "start")) return appgroup_version() == 0;
    appgroup_group *group;
    if (appgroup_group_open("com.example.bench", &group, NULL)) return 1;
    if (!strcmp(argv[1], "register")) {
        appgroup_app *app = appgroup_app_new(argv[2], "Tool");
        appgroup_app_add_scheme(app, "tool");
        appgroup_app_set_command(app, (const char *[]){"/bin/true", "%u", NULL}, true);
        return appgroup_register(group, app, NULL);
    }
    int count = atoi(argv[3]);
    int64_t start = now();
    for (int i = 0; i < count; i++) {
        if (appgroup_badge_add(group, argv[2], 1, NULL, NULL)) return 1;
    }
    printf("%lld\n", (long long)((now() - start) / count));
    return argc - 4;
}
