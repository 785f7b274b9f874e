/* Opens a URL, prints the URL that it was itself opened with, and waits until no child is left: opening URL */
#include "program.h"
#include <errno.h>
#include <sys/wait.h>

int main(int argc, char **argv) {
    appgroup_group *group = open_group();
    char *url;
    bool answer;
    MUST(appgroup_opened_url(group, "org.example.notes", argc, (const char *const *)argv, &url, &error));
    MUST(appgroup_can_open(group, "notes:x", &answer, &error));
    printf("%s %d\n", url ? url : "none", answer);
    appgroup_free(url);
    MUST(appgroup_open(group, argv[1], &error));
    /* Each call collects what has ended, without a thread and without a handler. */
    siginfo_t child;
    do {
        appgroup_app_free(NULL);
        child.si_pid = 0;
    } while (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD);
    puts("collected");
    return 0;
}
