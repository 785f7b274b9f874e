"""The database that catalog.py reads, in PostgreSQL, through psycopg."""

import json
import re

import psycopg2

import catalog

# What PostgreSQL has instead of SQLite's own functions.
STATEMENTS = {
    catalog.RELEASES: """
        SELECT * FROM release WHERE withdrawn IS NULL AND (%(everything)s OR lower(package) = ANY (%(named)s)) ORDER BY id DESC
    """,
}


class Database:
    """A connection with the calls of sqlite3 that catalog.py makes."""

    def __init__(self, url):
        self.connection = psycopg2.connect(url)
        self.connection.autocommit = True

    def execute(self, sql, values=None):
        cursor = self.connection.cursor()
        values = dict(values or {})
        if "named" in values:
            values["named"] = json.loads(values["named"])
        cursor.execute(STATEMENTS.get(sql) or re.sub(r":(\w+)", r"%(\1)s", sql), values)
        return Rows(cursor)


class Rows:
    """The rows of an answer."""

    def __init__(self, cursor):
        self.cursor = cursor
        self.places = {column.name: place for place, column in enumerate(cursor.description)}

    def __iter__(self):
        return (Row(row, self.places) for row in self.cursor)

    def fetchone(self):
        row = self.cursor.fetchone()
        return row and Row(row, self.places)


class Row:
    """Its columns, by names in any case. Bytes are texts here."""

    def __init__(self, values, places):
        self.values, self.places = values, places

    def __getitem__(self, name):
        value = self.values[self.places[name.lower()]]
        return bytes(value).decode() if isinstance(value, memoryview) else value
