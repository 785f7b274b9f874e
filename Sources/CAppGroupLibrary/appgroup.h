/*
 * libappgroup: takes part in a group of tools from C, and from any language that can call C.
 *
 * A tool registers itself in its group, sets a badge and fields, opens other tools and watches changes. All of it happens in the
 * calling process, in microseconds.
 *
 * Promises. A handle may be used by several threads at once, and by a child after fork(2). It must not be closed or freed while
 * another thread is inside a call with it. The library starts no thread, handles no signal, prints nothing, and changes neither the
 * environment nor the locale. While other threads are inside a call, fork() waits for them. A thread that is cancelled ends only after
 * its call. A name that this header declares keeps its meaning for as long as the library is called libappgroup.so.1.
 *
 * Daemons. A program that forks and then closes all descriptors opens its groups after that, or closes all of them and their watches
 * before it forks. Otherwise each call in the child fails with the status 78, because the library's descriptors are gone.
 *
 * Text is UTF-8 and ends with a zero byte. Text that is not UTF-8 is refused with the status 64.
 *
 * NULL. Every function takes NULL for every pointer: a function without a result does nothing, one with a status returns 64 and an
 * error that names the missing argument, and any other returns 0 or NULL. Where NULL has a meaning, the comment says so.
 *
 * Errors. A function that can fail returns a status, and its last parameter `error` may be NULL. Otherwise *error is set: to NULL, or
 * to an error that the caller frees with appgroup_error_free(). Results are set to 0 or NULL if a function fails.
 */
#ifndef APPGROUP_H
#define APPGROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. */
#define APPGROUP_VERSION_MAJOR 0
#define APPGROUP_VERSION_MINOR 1
#define APPGROUP_VERSION_PATCH 0

/* The version of the library that is loaded: major << 16 | minor << 8 | patch. */
uint32_t appgroup_version(void);

/* 0 for success; APPGROUP_NOTHING_YET; or the status with which the program launcher would end, as in <sysexits.h>:
 * 64 a wrong call, 65 a wrong value, 66 not there, 69 not available, 73 and 74 a failure of the file system, 75 busy, 77 not allowed,
 * 78 a newer registry, or something is missing in the environment. */
typedef int32_t appgroup_status;

#define APPGROUP_OK 0
/* There is nothing now; there may be later. */
#define APPGROUP_NOTHING_YET 100

/* ---- Errors ---- */

typedef struct appgroup_error appgroup_error;

/* The kind of failure in one word, such as "busy" or "schemeTaken", for programs. Lives as long as the error. */
const char *appgroup_error_code(const appgroup_error *error);
/* A sentence that names what failed and says what to do next, as launcher prints it. Lives as long as the error. */
const char *appgroup_error_message(const appgroup_error *error);
void appgroup_error_free(appgroup_error *error);

/* Frees text that a function of this library has returned for the caller to free. */
void appgroup_free(void *text);

/* ---- Values ---- */

#define APPGROUP_NONE 0
#define APPGROUP_STRING 1
#define APPGROUP_INTEGER 2
/* Milliseconds since 1970-01-01T00:00:00Z. */
#define APPGROUP_DATE 3

/* The value of a field, of a setting, or of an app in a list. */
typedef struct {
    int32_t kind;       /* APPGROUP_NONE, APPGROUP_STRING, APPGROUP_INTEGER or APPGROUP_DATE */
    int32_t reserved;   /* 0 */
    int64_t integer;    /* an integer, or a date */
    const char *string; /* a string; NULL in other kinds */
} appgroup_value;

/* ---- What an app says about itself ---- */

typedef struct appgroup_app appgroup_app;

/* Describes an app: its reverse-DNS id, such as "com.example.notes", and its name. Values are checked when the app is registered.
 * NULL if one of the two is NULL. */
appgroup_app *appgroup_app_new(const char *id, const char *name);
void appgroup_app_free(appgroup_app *app);
/* A themed icon, such as "mail-unread". */
void appgroup_app_set_icon_name(appgroup_app *app, const char *name);
/* An icon: a PNG or SVG image of at most 1 MiB. The sides of a PNG have at most 8192 pixels, and nothing follows its end. An SVG is
 * text in UTF-8 and defines no entities. */
void appgroup_app_set_icon_data(appgroup_app *app, const void *data, size_t size);
/* Claims a URL scheme, the most important first. It is unique in the group. */
void appgroup_app_add_scheme(appgroup_app *app, const char *scheme);
/* An action: another place at which the app can be opened. The icon is the name of a themed one, or NULL for none. */
void appgroup_app_add_action(appgroup_app *app, const char *id, const char *name, const char *icon, const char *url);
/* How the app starts: a program and its arguments, ended by NULL. In arguments, %u stands for the URL and %% for a percent sign.
 * `terminal` says whether it needs a terminal. A path with a slash becomes absolute now. */
void appgroup_app_set_command(appgroup_app *app, const char *const argv[], bool terminal);
/* Instead of a command: the id of a desktop entry, such as "org.example.Notes.desktop", which also supplies icon and schemes. */
void appgroup_app_set_desktop_file(appgroup_app *app, const char *id);
void appgroup_app_set_version(appgroup_app *app, const char *version);
/* Another value to share with the group. APPGROUP_NONE removes it from this description. */
void appgroup_app_set_field(appgroup_app *app, const char *key, const appgroup_value *value);
/* The URL that the app was opened with: the first argument after the program's name with one of the schemes of this description, or
 * of its desktop entry. It reads no group, so a tool that cannot join one finds its URL, too. Freed with appgroup_free(); NULL if
 * there is none. */
appgroup_status appgroup_app_opened_url(
    const appgroup_app *app, int argc, const char *const argv[], char **url, appgroup_error **error);

/* ---- The group ---- */

typedef struct appgroup_group appgroup_group;

/* A handle to a group, such as "com.example.tools". Touches no file. The environment is read now: variables that
 * change later affect neither this handle, nor the apps that appgroup_open() starts. */
appgroup_status appgroup_group_open(const char *group, appgroup_group **result, appgroup_error **error);
/* How long a call may wait for another writer, in milliseconds; 450 by default. Then it fails with "busy". */
void appgroup_group_set_patience(appgroup_group *group, int32_t milliseconds);
/* Closes the handle. Lists and watches that were made from it stay valid. */
void appgroup_group_close(appgroup_group *group);

/* Registers an app, or updates its description completely; badge and fields that it does not mention stay. Registering the same again
 * writes nothing. A scheme that another app took over while this one was not installed is left out. An app of another group is
 * refused with the code "appTaken": the command launcher register --move moves it. */
appgroup_status appgroup_register(appgroup_group *group, const appgroup_app *app, appgroup_error **error);
/* Hides an app at once; it is deleted when the grace period ends. */
appgroup_status appgroup_unregister(appgroup_group *group, const char *id, appgroup_error **error);
/* Sets a badge: how many things need attention, 0 to 2^53 - 1. A number outside becomes the nearest end. */
appgroup_status appgroup_badge_set(appgroup_group *group, const char *id, int64_t badge, appgroup_error **error);
/* Adds to a badge, which stays in its range. If several processes add at the same time, every addition counts.
 * `now`: the badge afterwards; may be NULL. */
appgroup_status appgroup_badge_add(
    appgroup_group *group, const char *id, int64_t delta, int64_t *now, appgroup_error **error);
/* Sets a field of an app. A value of APPGROUP_NONE, or NULL, removes it. */
appgroup_status appgroup_field_set(
    appgroup_group *group, const char *id, const char *key, const appgroup_value *value, appgroup_error **error);
/* The sum of an integer field over all apps that lists show; of the badges if `key` is NULL. */
appgroup_status appgroup_total(appgroup_group *group, const char *key, int64_t *result, appgroup_error **error);
/* A setting that all apps of the group share; APPGROUP_NONE if it is not set. A string is freed with appgroup_free(). */
appgroup_status appgroup_setting_get(
    appgroup_group *group, const char *key, appgroup_value *result, appgroup_error **error);
/* Sets a setting. A value of APPGROUP_NONE, or NULL, removes it. */
appgroup_status appgroup_setting_set(
    appgroup_group *group, const char *key, const appgroup_value *value, appgroup_error **error);

/* ---- Opening ---- */

/* Records that the user opened this app, unless the launcher that opened it already has. Call it once, when the app starts. */
appgroup_status appgroup_record_opening(appgroup_group *group, const char *id, appgroup_error **error);
/* The URL that the app was opened with: the first argument after the program's name with one of the app's schemes. Freed with
 * appgroup_free(); NULL if there is none. */
appgroup_status appgroup_opened_url(
    appgroup_group *group, const char *id, int argc, const char *const argv[], char **url, appgroup_error **error);
/* Opens an app by its id, one of its actions as "id#action", or a URL. It runs in a session of its own; an app that needs a terminal
 * gets a window. Later calls collect processes that have ended, since no thread waits for them. fork() in another thread does not wait
 * for the answer of an app that is opened over D-Bus. */
appgroup_status appgroup_open(appgroup_group *group, const char *id_or_url, appgroup_error **error);
/* Whether an app of the group, or else the desktop, would open a URL. */
appgroup_status appgroup_can_open(appgroup_group *group, const char *url, bool *result, appgroup_error **error);

/* ---- Lists ---- */

typedef struct appgroup_list appgroup_list;

/* The apps of the group as they are now.
 * `order`: "name", "recent", "frequent", "frecency", "smart" or "badge"; NULL for the one that suits the group.
 * `all`: also apps that are hidden or not installed. */
appgroup_status appgroup_apps(
    appgroup_group *group, const char *order, bool all, appgroup_list **result, appgroup_error **error);
/* One app of the group, even if it is hidden or not installed, as a list of one; an empty list if there is no such app. */
appgroup_status appgroup_find(appgroup_group *group, const char *id, appgroup_list **result, appgroup_error **error);
size_t appgroup_list_count(const appgroup_list *list);
/* One value of one app, counted from 0; strings live as long as the list. The names are those of `launcher list --format json`:
 *   "id", "name", "icon", "reason", "version", "availableVersion", "group"   string, or APPGROUP_NONE
 *   "badge", "openCount"                                                      integer
 *   "installed", "pinned", "hidden"                                           integer, 0 or 1
 *   "lastOpened"                                                              date, or APPGROUP_NONE
 *   "schemes", "fields", "actions"    string: schemes, the keys of fields, the ids of actions, with a space between two
 *   "field:KEY"                       the field's own kind, or APPGROUP_NONE
 *   "action:ID"                       string: the URL of an action, or APPGROUP_NONE */
appgroup_status appgroup_list_get(
    const appgroup_list *list, size_t index, const char *what, appgroup_value *result, appgroup_error **error);
void appgroup_list_free(appgroup_list *list);

/* ---- Changes ---- */

typedef struct appgroup_watch appgroup_watch;

/* Begins to watch the group for changes by any process. */
appgroup_status appgroup_watch_open(appgroup_group *group, appgroup_watch **result, appgroup_error **error);
/* A descriptor for poll(2) and the like: when it is ready for reading, call appgroup_watch_next() until there is nothing more. Never
 * read or close it yourself. It becomes ready about once a minute even if nothing has changed. -1 if `watch` is NULL. */
int appgroup_watch_descriptor(const appgroup_watch *watch);
/* The next change, without waiting: a line as `launcher watch --format json` prints it, without the newline, freed with
 * appgroup_free(). If there is none, the line is NULL and the status APPGROUP_NOTHING_YET. */
appgroup_status appgroup_watch_next(appgroup_watch *watch, char **line, appgroup_error **error);
void appgroup_watch_close(appgroup_watch *watch);

#ifdef __cplusplus
}
#endif

#endif
