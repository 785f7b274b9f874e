/* Loads the library, uses it and unloads it, again and again: reloading LIBRARY COUNT. Prints the badge at the end. */
#include "program.h"
#include <dlfcn.h>

int main(int argc, char **argv) {
    int64_t badge = 0;
    if (dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD)) return 4; /* then nothing would be loaded below */
    for (int i = 0; i < atoi(argv[2]); i++) {
        void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
        if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
        appgroup_group *group;
        appgroup_watch *watch;
        __typeof__(&appgroup_group_open) open_it = (__typeof__(open_it))dlsym(library, "appgroup_group_open");
        __typeof__(&appgroup_badge_add) add = (__typeof__(add))dlsym(library, "appgroup_badge_add");
        __typeof__(&appgroup_watch_open) watch_it = (__typeof__(watch_it))dlsym(library, "appgroup_watch_open");
        __typeof__(&appgroup_watch_close) end = (__typeof__(end))dlsym(library, "appgroup_watch_close");
        __typeof__(&appgroup_group_close) close_it = (__typeof__(close_it))dlsym(library, "appgroup_group_close");
        if (open_it(getenv("APP_GROUP"), &group, NULL) || watch_it(group, &watch, NULL)) return 2;
        if (add(group, TOOL, 1, &badge, NULL)) return 3;
        end(watch);
        close_it(group);
        dlclose(library);
    }
    /* It stays: Swift's runtime cannot be unloaded. */
    if (!dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD)) return 5;
    printf("%lld\n", (long long)badge);
    return argc - 3;
}
