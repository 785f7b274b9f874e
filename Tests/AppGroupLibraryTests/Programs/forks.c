/* Forks while two threads write and one opens: forks COUNT. Only every fourth child opens, because that may wait half a second
 * for the lock. Prints how many children have written and ended. */
#include "program.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static appgroup_group *group;
static atomic_bool stop;
static atomic_long written;

static void *write_always(void *unused) {
    while (!stop) {
        MUST(appgroup_badge_add(group, TOOL, 1, NULL, &error));
        written++;
    }
    return unused;
}

static void *open_always(void *unused) {
    while (!stop) MUST(appgroup_open(group, TOOL, &error));
    return unused;
}

/* Waits for the opened apps that no call has collected. */
static void collect(void) {
    while (wait(NULL) > 0) continue;
}

int main(int argc, char **argv) {
    pthread_t threads[3];
    int count = atoi(argv[1]), ended = 0;
    group = open_group();
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, i < 2 ? write_always : open_always, NULL);
    for (int i = 0; i < count; i++) {
        pid_t child = fork();
        if (child == 0) {
            /* A child that hangs is killed. */
            alarm(120);
            MUST(appgroup_badge_add(group, TOOL, 1, NULL, &error));
            appgroup_list *list;
            MUST(appgroup_apps(group, NULL, true, &list, &error));
            appgroup_list_free(list);
            if (i % 4 == 0) MUST(appgroup_open(group, TOOL, &error));
            collect();
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        ended += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    stop = true;
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    collect();
    printf("%d %ld\n", ended, (long)written + ended);
    return argc - 2;
}
