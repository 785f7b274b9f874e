/* Becomes a daemon, which closes all descriptors before its next call: daemon FOLDER. The daemon's own files stay its own. */
#include "program.h"
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILES 30

static void fails(const char *what, appgroup_status status, appgroup_error *error) {
    if (status == 78 && error && strcmp(appgroup_error_code(error), "configuration") == 0) return appgroup_error_free(error);
    fprintf(stderr, "%s: %d %s\n", what, status, error ? appgroup_error_message(error) : "without an error");
    _exit(1);
}
#define FAILS(call) do { \
    appgroup_error *error = NULL; \
    appgroup_status status = (call); \
    fails(#call, status, error); \
} while (0)

/* Its files have the numbers that the library's descriptors had. */
static void work(appgroup_group *group, appgroup_watch *watch, const char *folder) {
    char path[FILES][512], *line;
    int files[FILES];
    appgroup_list *list;
    for (int number = 3; number < 256; number++) close(number);
    for (int i = 0; i < FILES; i++) {
        snprintf(path[i], sizeof path[i], "%s/daemon.%d", folder, i);
        files[i] = open(path[i], O_RDWR | O_CREAT, 0600);
    }
    /* No descriptor is free. */
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){3 + FILES, 3 + FILES});
    FAILS(appgroup_badge_set(group, TOOL, 7, &error));
    FAILS(appgroup_apps(group, NULL, true, &list, &error));
    FAILS(appgroup_watch_next(watch, &line, &error));
    appgroup_watch_close(watch);
    appgroup_group_close(group);
    for (int i = 0; i < FILES; i++) {
        struct stat here, there;
        if (fstat(files[i], &here) || stat(path[i], &there) || here.st_ino != there.st_ino || here.st_dev != there.st_dev) {
            fprintf(stderr, "the descriptor %d is no longer that of %s\n", files[i], path[i]);
            _exit(1);
        }
    }
    _exit(0);
}

/* Opens the group after the descriptors were closed. */
static void open_later(bool works) {
    appgroup_list *list;
    for (int number = 3; number < 256; number++) close(number);
    appgroup_group *group = open_group();
    if (works) MUST(appgroup_apps(group, NULL, true, &list, &error));
    else FAILS(appgroup_apps(group, NULL, true, &list, &error));
    appgroup_list_free(list);
    appgroup_group_close(group);
    _exit(0);
}

static int ends_well(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv) {
    appgroup_group *group = open_group();
    appgroup_watch *watch;
    register_tool(group, TOOL);
    MUST(appgroup_watch_open(group, &watch, &error));
    MUST(appgroup_badge_set(group, TOOL, 1, &error));
    pid_t child = fork();
    if (child == 0) {
        alarm(600);
        work(group, watch, argv[1]);
    }
    if (!ends_well(child)) return 1;
    MUST(appgroup_badge_set(group, TOOL, 31, &error));
    char *line;
    MUST(appgroup_watch_next(watch, &line, &error));
    appgroup_free(line);
    /* A watch keeps the files open after its group was closed. */
    appgroup_group_close(group);
    for (int works = 0; works < 2; works++) {
        if (works) appgroup_watch_close(watch);
        child = fork();
        if (child == 0) {
            alarm(600);
            open_later(works);
        }
        if (!ends_well(child)) return 1;
    }
    puts("done");
    return argc - 2;
}
