/* restarts: lists your programs that still run a library from before an upgrade, and shows their number as a badge in the group. Run
 * it daily from cron.
 *
 *   cc -O2 -o restarts restarts.c $(pkg-config --cflags --libs appgroup)
 */
#include <appgroup.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a process has mapped code from a library whose file was replaced: "… r-xp … /usr/lib/libx.so.1 (deleted)". */
static bool is_stale(const char *process) {
    char path[300], line[4096];
    bool stale = false;
    snprintf(path, sizeof path, "/proc/%s/maps", process);
    FILE *maps = fopen(path, "r"); /* another user's cannot be read */
    while (maps && !stale && fgets(line, sizeof line, maps))
        stale = strstr(line, " r-xp ") && strstr(line, ".so") && strstr(line, " (deleted)\n");
    if (maps) fclose(maps);
    return stale;
}

static void print_name(const char *process) {
    char path[300], name[64] = "?";
    snprintf(path, sizeof path, "/proc/%s/comm", process);
    FILE *file = fopen(path, "r");
    if (file && fgets(name, sizeof name, file)) name[strcspn(name, "\n")] = 0;
    if (file) fclose(file);
    for (char *c = name; *c; c++) if (iscntrl((unsigned char)*c)) *c = '?';
    printf("%7s  %s\n", process, name);
}

int main(int argc, char **argv) {
    const char *id = "com.example.restarts", *named = getenv("APP_GROUP");
    int64_t count = 0;
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes));) {
        if (!isdigit((unsigned char)entry->d_name[0]) || !is_stale(entry->d_name)) continue;
        if (!count++) puts("Restart these programs, which still run a library from before an upgrade:");
        print_name(entry->d_name);
    }
    if (processes) closedir(processes);
    if (!count) puts("No program needs a restart.");

    appgroup_group *group;
    appgroup_error *error = NULL;
    appgroup_app *app = appgroup_app_new(id, "Restarts");
    appgroup_app_set_icon_name(app, "system-reboot");
    appgroup_app_add_scheme(app, "restarts");
    char *self = realpath("/proc/self/exe", NULL);
    appgroup_app_set_command(app, (const char *[]){self, NULL}, true);
    appgroup_status status = appgroup_group_open(named && *named ? named : "com.example.tools", &group, &error);
    if (!status) status = appgroup_register(group, app, &error);
    if (!status) status = appgroup_badge_set(group, id, count, &error);
    if (status) fprintf(stderr, "%s: %s\n", argc ? argv[0] : "restarts", appgroup_error_message(error));
    appgroup_error_free(error);
    appgroup_app_free(app);
    appgroup_group_close(group);
    free(self);
    return status;
}
