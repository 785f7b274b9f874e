/* Forks while another thread waits for an app that is opened over D-Bus: activating ASKED FORKED. gdbus makes the file ASKED, and the
 * child the file FORKED, for which gdbus waits. Prints how the child ended. */
#include "program.h"
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static appgroup_group *group;

static void *open_once(void *unused) {
    MUST(appgroup_open(group, TOOL, &error));
    return unused;
}

int main(int argc, char **argv) {
    pthread_t thread;
    int status = 0;
    group = open_group();
    pthread_create(&thread, NULL, open_once, NULL);
    while (access(argv[1], F_OK) != 0) usleep(10000);
    pid_t child = fork();
    if (child == 0) {
        alarm(120);
        MUST(appgroup_badge_add(group, TOOL, 1, NULL, &error));
        _exit(open(argv[2], O_CREAT | O_WRONLY | O_CLOEXEC, 0600) < 0);
    }
    waitpid(child, &status, 0);
    pthread_join(thread, NULL);
    printf("%d\n", status);
    return argc - 3;
}
