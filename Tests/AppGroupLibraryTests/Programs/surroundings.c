/* Uses everything, and prints what is different afterwards: threads, descriptors, signals, the locale and the environment. */
#include "program.h"
#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

extern char **environ;

static int entries(const char *path) {
    DIR *folder = opendir(path);
    int count = 0;
    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

struct state {
    int threads, descriptors;
    sigset_t mask;
    struct { void (*handler)(int); int flags; } actions[NSIG];
    char locale[200];
    size_t environment;
};

static void note(struct state *state) {
    memset(state, 0, sizeof *state);
    state->threads = entries("/proc/self/task");
    state->descriptors = entries("/proc/self/fd");
    sigprocmask(SIG_BLOCK, NULL, &state->mask);
    for (int i = 1; i < NSIG; i++) {
        struct sigaction action;
        if (sigaction(i, NULL, &action)) continue;
        state->actions[i].handler = action.sa_handler;
        state->actions[i].flags = action.sa_flags;
    }
    snprintf(state->locale, sizeof state->locale, "%s", setlocale(LC_ALL, NULL));
    for (char **entry = environ; *entry; entry++)
        for (char *c = *entry; *c; c++) state->environment = state->environment * 31 + (unsigned char)*c;
}

static void compare(const char *when, const struct state *a, const struct state *b) {
    if (a->threads != b->threads) printf("%s: %d threads instead of %d\n", when, b->threads, a->threads);
    for (int i = 1; i < NSIG; i++) {
        if (sigismember(&a->mask, i) != sigismember(&b->mask, i)) printf("%s: signal %d in another mask\n", when, i);
        if (a->actions[i].handler != b->actions[i].handler || a->actions[i].flags != b->actions[i].flags)
            printf("%s: signal %d has another handler\n", when, i);
    }
    if (strcmp(a->locale, b->locale)) printf("%s: the locale %s\n", when, b->locale);
    if (a->environment != b->environment) printf("%s: another environment\n", when);
}

int main(int argc, char **argv) {
    static struct state before, during, after;
    setlocale(LC_ALL, "C.UTF-8");
    note(&before);
    appgroup_group *group = open_group();
    if (access(getenv("APP_GROUP_HOME"), F_OK) == 0) puts("a handle to a group made a file");
    appgroup_watch *watch;
    appgroup_list *list;
    char *line;
    register_tool(group, TOOL);
    MUST(appgroup_watch_open(group, &watch, &error));
    MUST(appgroup_badge_add(group, TOOL, 1, NULL, &error));
    MUST(appgroup_apps(group, "smart", true, &list, &error));
    MUST(appgroup_open(group, TOOL, &error));
    struct pollfd ready = {appgroup_watch_descriptor(watch), POLLIN, 0};
    if (poll(&ready, 1, 600000) != 1) puts("the watch did not wake");
    while (appgroup_watch_next(watch, &line, NULL) == APPGROUP_OK) appgroup_free(line);
    appgroup_error *error = (appgroup_error *)1;
    line = (char *)1;
    if (appgroup_watch_next(watch, &line, &error) != 100 || line || error) puts("no change is not status 100 alone");
    note(&during);
    compare("during a watch", &before, &during);
    if (!(fcntl(ready.fd, F_GETFD) & FD_CLOEXEC)) puts("the descriptor is inherited by programs");
    appgroup_list_free(list);
    appgroup_watch_close(watch);
    appgroup_group_close(group);
    note(&after);
    compare("afterwards", &before, &after);
    if (before.descriptors != after.descriptors) printf("%d descriptors instead of %d\n", after.descriptors, before.descriptors);
    puts("done");
    (void)argv;
    return argc - 1;
}
