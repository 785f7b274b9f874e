"""The map and the list of reports as an afternoon's work: Flask, gunicorn and SQLite with an R*Tree, on the database of
posters-server.

    gunicorn 'posters_flask:serving("posters.sqlite")'
"""

import datetime
import json
import sqlite3
import threading
import time

import flask

# Open311's members of a report that everybody may see, in the order of the specification.
REPORT = """
    SELECT number, status, objectType.name, report.type, report.holder, filed, updated, latitude, longitude
    FROM report JOIN objectType ON objectType.code = report.type
    WHERE deletionWanted = 0 AND filed >= ? AND filed < ? ORDER BY filed DESC, number DESC LIMIT 1000
"""

# Reports in the same square of about 40 pixels are one mark.
MARKS = """
    SELECT count(*), avg(longitude), avg(latitude), min(report.number), min(status), min(type), min(filed)
    FROM reportPlace JOIN report ON report.number = reportPlace.number
    WHERE reportPlace.west <= :east AND reportPlace.east >= :west AND reportPlace.south <= :north
        AND reportPlace.north >= :south AND deletionWanted = 0
    GROUP BY CAST(longitude / :cell AS INTEGER), CAST(latitude / :cell AS INTEGER)
"""


def serving(path):
    """The application, on a database that something else made."""
    application, local = flask.Flask(__name__), threading.local()

    def database():
        if not hasattr(local, "database"):
            local.database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        return local.database

    @application.get("/map.geojson")
    def marks():
        west, south, east, north = (float(side) for side in flask.request.args["bbox"].split(","))
        cell = 360 / 2 ** int(flask.request.args["zoom"]) * 40 / 512
        rows = database().execute(MARKS, {"west": west, "south": south, "east": east, "north": north, "cell": cell})
        features = []
        for count, longitude, latitude, number, status, kind, filed in rows:
            properties = {"cluster": True, "point_count": count} if count > 1 else {
                "number": number, "status": status, "type": kind, "filed": moment(filed)}
            features.append({
                "type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
                "properties": properties})
        body = json.dumps({"type": "FeatureCollection", "features": features}, separators=(",", ":"))
        return flask.Response(body, mimetype="application/geo+json")

    @application.get("/open311/v2/requests.json")
    def requests():
        now = int(time.time() * 1000)
        answer = []
        for number, status, name, code, holder, filed, updated, latitude, longitude in database().execute(
                REPORT, (now - 90 * 86_400_000, now + 1000)):
            answer.append({
                "service_request_id": str(number), "status": "open" if status in ("new", "confirmed") else "closed",
                "status_notes": status, "service_name": name, "service_code": code, "description": None,
                "agency_responsible": holder, "service_notice": None, "requested_datetime": moment(filed),
                "updated_datetime": moment(updated), "expected_datetime": None, "address": None, "address_id": None,
                "zipcode": None, "lat": latitude, "long": longitude, "media_url": None})
        body = json.dumps(answer, separators=(",", ":"), ensure_ascii=False)
        return flask.Response(body, mimetype="application/json")

    return application


def moment(milliseconds):
    """A time as both interfaces write it."""
    return datetime.datetime.fromtimestamp(milliseconds // 1000, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
