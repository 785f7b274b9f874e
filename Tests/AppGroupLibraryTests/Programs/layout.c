/* What a binding in another language relies on. Compiled as C11 and as C++17. */
#include <appgroup.h>
#ifdef __cplusplus
#define SAME(condition) static_assert(condition, #condition)
#else
#define SAME(condition) _Static_assert(condition, #condition)
#endif

SAME(sizeof(appgroup_status) == 4 && (appgroup_status)-1 < 0);
SAME(sizeof(appgroup_value) == 24);
SAME(offsetof(appgroup_value, kind) == 0 && offsetof(appgroup_value, reserved) == 4);
SAME(offsetof(appgroup_value, integer) == 8 && offsetof(appgroup_value, string) == 16);
SAME(APPGROUP_NONE == 0 && APPGROUP_STRING == 1 && APPGROUP_INTEGER == 2 && APPGROUP_DATE == 3);
SAME(APPGROUP_OK == 0 && APPGROUP_NOTHING_YET == 100);

int main(void) { return appgroup_version() == 0; }
