/* Adds to one badge from several threads: adds THREADS COUNT */
#include "program.h"
#include <pthread.h>

static appgroup_group *group;
static int count;

static void *add(void *unused) {
    for (int i = 0; i < count; i++) MUST(appgroup_badge_add(group, TOOL, 1, NULL, &error));
    return unused;
}

int main(int argc, char **argv) {
    pthread_t threads[64];
    int number = atoi(argv[1]);
    count = atoi(argv[2]);
    group = open_group();
    for (int i = 0; i < number; i++) pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < number; i++) pthread_join(threads[i], NULL);
    appgroup_group_close(group);
    return argc - 3;
}
