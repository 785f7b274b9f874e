// Where Apple's headers give one name to a structure and a function, which Swift cannot: statfs(2) of macOS.
#include <stdint.h>

struct statfs {
    uint32_t f_flags;
};
int statfs(const char *path, struct statfs *buffer);
#define MNT_LOCAL 0x00001000
