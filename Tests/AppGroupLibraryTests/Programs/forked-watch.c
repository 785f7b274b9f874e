/* A parent and its child go on with one watch: each must see every change that follows. While the child cannot get descriptors of its
 * own, its calls must fail instead of taking the parent's events. */
#include "program.h"
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static bool sees(appgroup_watch *watch, const char *part) {
    char *line;
    bool found = false;
    while (!found) {
        while (!found && appgroup_watch_next(watch, &line, NULL) == APPGROUP_OK) {
            found = strstr(line, part) != NULL;
            appgroup_free(line);
        }
        struct pollfd ready = {appgroup_watch_descriptor(watch), POLLIN, 0};
        if (!found) poll(&ready, 1, -1);
    }
    return found;
}

static appgroup_status next_without_descriptors(appgroup_watch *watch) {
    struct rlimit usual, limit;
    getrlimit(RLIMIT_NOFILE, &usual);
    limit = usual;
    int next = dup(0);
    close(next);
    limit.rlim_cur = next;
    setrlimit(RLIMIT_NOFILE, &limit);
    appgroup_status status = appgroup_watch_next(watch, &(char *){NULL}, NULL);
    setrlimit(RLIMIT_NOFILE, &usual);
    return status;
}

int main(int argc, char **argv) {
    appgroup_group *group = open_group();
    appgroup_watch *watch;
    int pipes[2];
    char byte;
    register_tool(group, TOOL);
    MUST(appgroup_watch_open(group, &watch, &error));
    if (pipe(pipes)) return 1;
    pid_t child = fork();
    if (child == 0) {
        alarm(600);
        MUST(appgroup_badge_set(group, TOOL, 40, &error));
        if (next_without_descriptors(watch) != 74) _exit(4);
        appgroup_watch_next(watch, &(char *){NULL}, NULL); /* from here on it watches by itself */
        if (write(pipes[1], "x", 1) != 1) _exit(2);
        _exit(sees(watch, "\"badge\":41") ? 0 : 3);
    }
    close(pipes[1]);
    if (read(pipes[0], &byte, 1) != 1) return 1;
    /* The event is still there; without it, the parent would look only in its next sweep. */
    struct pollfd ready = {appgroup_watch_descriptor(watch), POLLIN, 0};
    bool kept = poll(&ready, 1, 0) == 1 && sees(watch, "\"badge\":40");
    MUST(appgroup_badge_set(group, TOOL, 41, &error));
    bool parent = sees(watch, "\"badge\":41");
    int status = 0;
    waitpid(child, &status, 0);
    printf("%d %d %d\n", kept, parent, status);
    (void)argv;
    return argc - 1;
}
