/* Prints each change as it comes, by poll(2), until the tool "org.example.last" joins. */
#include "program.h"
#include <poll.h>

int main(int argc, char **argv) {
    appgroup_group *group = open_group();
    appgroup_watch *watch;
    char *line;
    MUST(appgroup_watch_open(group, &watch, &error));
    appgroup_group_close(group); /* a watch outlives the handle */
    puts("watching");
    fflush(stdout);
    for (bool is_over = false; !is_over;) {
        struct pollfd ready = {appgroup_watch_descriptor(watch), POLLIN, 0};
        poll(&ready, 1, -1);
        while (appgroup_watch_next(watch, &line, NULL) == APPGROUP_OK) {
            puts(line);
            fflush(stdout);
            is_over |= strstr(line, "\"joined\",\"id\":\"org.example.last\"") != NULL;
            appgroup_free(line);
        }
    }
    appgroup_watch_close(watch);
    (void)argv;
    return argc - 1;
}
