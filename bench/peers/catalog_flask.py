"""The catalog as an afternoon's work: Flask, gunicorn and SQLite on the same data as catalog-server.

    gunicorn 'catalog_flask:serving("catalog.sqlite")'
"""

import hashlib
import threading

import flask

from catalog import catalog, dumped, logged_in, opened


def serving(path):
    """The application, on a database that something else made."""
    application, local = flask.Flask(__name__), threading.local()

    def database():
        if not hasattr(local, "database"):
            local.database = opened(path)
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
