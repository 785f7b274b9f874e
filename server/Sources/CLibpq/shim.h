#ifndef CLIBPQ_SHIM_H
#define CLIBPQ_SHIM_H

#include <dlfcn.h>
#include <fcntl.h>
// Debian has the header in a folder of its own.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif
#include <stdbool.h>
#include <sys/socket.h>

// libpq is loaded when a server is told to keep its data in PostgreSQL, not when a program starts: it brings more than twenty
// libraries along, among them those of LDAP and Kerberos. Each function has the type that libpq's own header gives it.
struct appgroup_libpq {
    __typeof__(PQclear) *clear;
    __typeof__(PQcmdTuples) *cmdTuples;
    __typeof__(PQconninfoFree) *conninfoFree;
    __typeof__(PQconninfoParse) *conninfoParse;
    __typeof__(PQconnectdbParams) *connectdbParams;
    __typeof__(PQerrorMessage) *errorMessage;
    __typeof__(PQexec) *exec;
    __typeof__(PQexecParams) *execParams;
    __typeof__(PQexecPrepared) *execPrepared;
    __typeof__(PQfinish) *finish;
    __typeof__(PQfreemem) *freemem;
    __typeof__(PQgetisnull) *getisnull;
    __typeof__(PQgetlength) *getlength;
    __typeof__(PQgetvalue) *getvalue;
    __typeof__(PQnfields) *nfields;
    __typeof__(PQntuples) *ntuples;
    __typeof__(PQparameterStatus) *parameterStatus;
    __typeof__(PQpingParams) *pingParams;
    __typeof__(PQprepare) *prepare;
    __typeof__(PQresultErrorField) *resultErrorField;
    __typeof__(PQresultErrorMessage) *resultErrorMessage;
    __typeof__(PQresultStatus) *resultStatus;
    __typeof__(PQserverVersion) *serverVersion;
    __typeof__(PQsetNoticeProcessor) *setNoticeProcessor;
    __typeof__(PQsocket) *socket;
    __typeof__(PQstatus) *status;
    __typeof__(PQtransactionStatus) *transactionStatus;
};

#define LIBPQ_FOUND(function) (libpq->function = dlsym(library, "PQ" #function))

// Whether a library of this name exists and has all of these functions.
static inline bool appgroup_libpq_load(struct appgroup_libpq *libpq, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library && LIBPQ_FOUND(clear) && LIBPQ_FOUND(cmdTuples) && LIBPQ_FOUND(conninfoFree)
        && LIBPQ_FOUND(conninfoParse) && LIBPQ_FOUND(connectdbParams)
        && LIBPQ_FOUND(errorMessage) && LIBPQ_FOUND(exec) && LIBPQ_FOUND(execParams)
        && LIBPQ_FOUND(execPrepared) && LIBPQ_FOUND(finish) && LIBPQ_FOUND(freemem)
        && LIBPQ_FOUND(getisnull) && LIBPQ_FOUND(getlength) && LIBPQ_FOUND(getvalue)
        && LIBPQ_FOUND(nfields) && LIBPQ_FOUND(ntuples) && LIBPQ_FOUND(parameterStatus)
        && LIBPQ_FOUND(pingParams) && LIBPQ_FOUND(prepare) && LIBPQ_FOUND(resultErrorField)
        && LIBPQ_FOUND(resultErrorMessage) && LIBPQ_FOUND(resultStatus)
        && LIBPQ_FOUND(serverVersion) && LIBPQ_FOUND(setNoticeProcessor)
        && LIBPQ_FOUND(socket) && LIBPQ_FOUND(status) && LIBPQ_FOUND(transactionStatus);
}

// What to do with notices of the database, which libpq would print.
static inline void appgroup_libpq_ignore(void *context, const char *message) {}

// The same socket under another number, which children do not inherit; -1 if this process may have no more.
static inline int appgroup_libpq_duplicate(int socket) { return fcntl(socket, F_DUPFD_CLOEXEC, 3); }

// Ends what goes over a socket in both directions, whoever waits for it.
static inline void appgroup_libpq_cut(int socket) { shutdown(socket, SHUT_RDWR); }

#endif
