#ifndef CSERVINGPOSTGRES_SHIM_H
#define CSERVINGPOSTGRES_SHIM_H

#include <dlfcn.h>
// Debian has the header in a folder of its own.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif
#include <stdbool.h>

// libpq is loaded when a server is told to keep its data in PostgreSQL, not when a program starts: it brings more than twenty
// libraries along, among them those of LDAP and Kerberos. Each function has the type that libpq's own header gives it.
struct serving_libpq {
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
    __typeof__(PQstatus) *status;
    __typeof__(PQtransactionStatus) *transactionStatus;
};

#define SERVING_LIBPQ_FOUND(function) (libpq->function = dlsym(library, "PQ" #function))

// Whether a library of this name exists and has all of these functions.
static inline bool serving_libpq_load(struct serving_libpq *libpq, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library && SERVING_LIBPQ_FOUND(clear) && SERVING_LIBPQ_FOUND(cmdTuples) && SERVING_LIBPQ_FOUND(conninfoFree)
        && SERVING_LIBPQ_FOUND(conninfoParse) && SERVING_LIBPQ_FOUND(connectdbParams)
        && SERVING_LIBPQ_FOUND(errorMessage) && SERVING_LIBPQ_FOUND(exec) && SERVING_LIBPQ_FOUND(execParams)
        && SERVING_LIBPQ_FOUND(execPrepared) && SERVING_LIBPQ_FOUND(finish) && SERVING_LIBPQ_FOUND(freemem)
        && SERVING_LIBPQ_FOUND(getisnull) && SERVING_LIBPQ_FOUND(getlength) && SERVING_LIBPQ_FOUND(getvalue)
        && SERVING_LIBPQ_FOUND(nfields) && SERVING_LIBPQ_FOUND(ntuples) && SERVING_LIBPQ_FOUND(parameterStatus)
        && SERVING_LIBPQ_FOUND(pingParams) && SERVING_LIBPQ_FOUND(prepare) && SERVING_LIBPQ_FOUND(resultErrorField)
        && SERVING_LIBPQ_FOUND(resultErrorMessage) && SERVING_LIBPQ_FOUND(resultStatus)
        && SERVING_LIBPQ_FOUND(serverVersion) && SERVING_LIBPQ_FOUND(setNoticeProcessor)
        && SERVING_LIBPQ_FOUND(status) && SERVING_LIBPQ_FOUND(transactionStatus);
}

// What to do with notices of the database, which libpq would print.
static inline void serving_libpq_ignore(void *context, const char *message) {}

#endif
