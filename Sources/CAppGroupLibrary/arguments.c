/* The arguments of the process, as Swift's runtime asks for them. scripts/link-library links this in place of the runtime's own file,
 * which searches /proc/self/maps for them as soon as a program loads the library, whether anybody asks or not. glibc passes them to each
 * constructor, also after dlopen(3). */

static int count;
static char **words;

__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    words = argv;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *result) {
    *result = count;
    return words;
}
