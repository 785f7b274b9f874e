"""The catalog as an afternoon's work: Flask, gunicorn and SQLite or psycopg on the same data as catalog-server.

    gunicorn 'catalog_flask:serving("catalog.sqlite")'
    gunicorn 'catalog_flask:serving("postgres://localhost/catalog")'
"""

import hashlib
import threading

import flask

from catalog import catalog, dumped, logged_in, opened


def serving(path):
    """The application, on a database that something else made."""
    application, local = flask.Flask(__name__), threading.local()
    if path.startswith("postgres"):
        from catalog_postgres import Database as opening  # pylint: disable=import-outside-toplevel
    else:
        opening = opened

    def database():
        if not hasattr(local, "database"):
            local.database = opening(path)
        return local.database

    @application.get("/v1/catalog")
    def answer():
        user = logged_in(database(), flask.request.headers.get("Authorization", ""))
        if user is None:
            return {"error": {"code": "notLoggedIn", "message": "Log in first."}}, 401
        body = dumped(catalog(database(), user))
        tag = f'"{hashlib.sha256(body.encode()).hexdigest()[:32]}"'
        if flask.request.headers.get("If-None-Match") == tag:
            return "", 304, {"ETag": tag}
        return flask.Response(body, mimetype="application/json", headers={"ETag": tag})

    return application
