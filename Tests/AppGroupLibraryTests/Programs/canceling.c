/* Cancels threads inside a call, then forks. Prints how many threads came to their end, and how the child ended. */
#include "program.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static appgroup_group *group;

/* From here on, the thread ends at the first call of the system at which it can be cancelled. */
static void cancel(void) { pthread_cancel(pthread_self()); }

static void *write_once(void *unused) {
    cancel();
    MUST(appgroup_badge_add(group, TOOL, 1, NULL, &error));
    return unused;
}

static void *open_once(void *unused) {
    cancel();
    MUST(appgroup_open(group, TOOL, &error));
    return unused;
}

int main(int argc, char **argv) {
    void *(*const bodies[])(void *) = {write_once, open_once};
    int finished = 0, status = 0, state;
    /* A call or a fork that hangs ends the program. */
    alarm(120);
    group = open_group();
    register_tool(group, TOOL);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        pthread_t thread;
        void *result;
        pthread_create(&thread, NULL, bodies[i], argv);
        pthread_join(thread, &result);
        finished += result == argv;
    }
    pid_t child = fork();
    if (child == 0) {
        alarm(120);
        MUST(appgroup_badge_add(group, TOOL, 1, NULL, &error));
        _exit(0);
    }
    waitpid(child, &status, 0);
    /* Between calls, a thread can be cancelled as before. */
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
    printf("%d %d %d\n", finished, status, state == PTHREAD_CANCEL_ENABLE);
    return argc - 1;
}
