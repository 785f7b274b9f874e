"""The database that catalog.py reads, in PostgreSQL, through psycopg."""

import json
import re

import psycopg2
import psycopg2.extras

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
        cursor = self.connection.cursor(cursor_factory=psycopg2.extras.RealDictCursor)
        values = dict(values or {})
        if "named" in values:
            values["named"] = json.loads(values["named"])
        cursor.execute(STATEMENTS.get(sql) or re.sub(r":(\w+)", r"%(\1)s", sql), values)
        return Rows(cursor)


class Rows:
    """The rows of an answer."""

    def __init__(self, cursor):
        self.cursor = cursor

    def __iter__(self):
        return (Row(row) for row in self.cursor)

    def fetchone(self):
        row = self.cursor.fetchone()
        return row and Row(row)


class Row:
    """Its columns, by names in any case. Bytes are texts here."""

    def __init__(self, columns):
        self.columns = columns

    def __getitem__(self, name):
        value = self.columns[name.lower()]
        return bytes(value).decode() if isinstance(value, memoryview) else value
