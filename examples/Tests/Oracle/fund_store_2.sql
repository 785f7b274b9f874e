-- What commit 001a9cc made of a store with version 1, and what its commands wrote.
CREATE TABLE remotes(
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, place TEXT NOT NULL,
    user TEXT, password_command TEXT, is_remembered INTEGER NOT NULL DEFAULT 0, authorities TEXT) STRICT;
CREATE TABLE fetches(
    id INTEGER PRIMARY KEY AUTOINCREMENT, fund INTEGER NOT NULL REFERENCES funds ON DELETE CASCADE,
    remote INTEGER NOT NULL REFERENCES remotes ON DELETE CASCADE, path TEXT NOT NULL, name TEXT NOT NULL,
    begun INTEGER NOT NULL, version TEXT, UNIQUE(fund, remote, path)) STRICT;
CREATE INDEX fetches_by_path ON fetches(remote, path);
PRAGMA user_version = 2;
INSERT INTO remotes(id, name, kind, place) VALUES(3, 'disk', 'folder', '/tmp');
INSERT INTO fetches(id, fund, remote, path, name, begun, version)
    VALUES(7, 1, 3, '/report.pdf', 'report.pdf', unixepoch(), '"1"');
