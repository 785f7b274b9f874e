-- A store of fund with version 1 of its tables, as commit 0f2d896 made them, and what its commands wrote.
PRAGMA journal_mode = WAL;
CREATE TABLE funds(
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, renaming_to TEXT, created INTEGER NOT NULL) STRICT;
CREATE TABLE files(
    id INTEGER PRIMARY KEY, fund INTEGER NOT NULL REFERENCES funds ON DELETE CASCADE, path TEXT NOT NULL,
    size INTEGER NOT NULL, modified INTEGER NOT NULL, text TEXT, UNIQUE(fund, path)) STRICT;
CREATE TABLE notes(
    id INTEGER PRIMARY KEY, fund INTEGER NOT NULL REFERENCES funds ON DELETE CASCADE, title TEXT NOT NULL,
    created INTEGER NOT NULL, changed INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE(fund, title)) STRICT;
CREATE TABLE feeds(
    id INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE, title TEXT NOT NULL, home TEXT,
    folders TEXT NOT NULL DEFAULT '', fund INTEGER REFERENCES funds ON DELETE SET NULL, etag TEXT,
    last_modified TEXT, digest INTEGER, checked INTEGER, due INTEGER, problem TEXT, damage TEXT,
    pace_minutes INTEGER NOT NULL DEFAULT 0, skipped_hours INTEGER NOT NULL DEFAULT 0, moved_to TEXT,
    moves INTEGER NOT NULL DEFAULT 0, is_gone INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX feeds_of_fund ON feeds(fund);
CREATE TABLE items(
    id INTEGER PRIMARY KEY AUTOINCREMENT, feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
    identity TEXT NOT NULL, alias TEXT, title TEXT NOT NULL, link TEXT, author TEXT, date INTEGER NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL, text TEXT, UNIQUE(feed, identity)) STRICT;
CREATE INDEX items_by_alias ON items(feed, alias) WHERE alias IS NOT NULL;
CREATE INDEX items_by_date ON items(date, id);
CREATE INDEX items_unread ON items(feed, date) WHERE is_read = 0;
CREATE TABLE hosts(name TEXT PRIMARY KEY, rests_until INTEGER NOT NULL) STRICT;
CREATE TABLE settings(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE texts(
    id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, owner INTEGER NOT NULL, date INTEGER NOT NULL,
    folded TEXT NOT NULL, UNIQUE(kind, owner)) STRICT;
CREATE VIRTUAL TABLE trigrams USING fts5(
    folded, content='texts', content_rowid='id', columnsize=0, detail=none,
    tokenize='trigram case_sensitive 1');
CREATE TRIGGER texts_added AFTER INSERT ON texts BEGIN
    INSERT INTO trigrams(rowid, folded) VALUES(new.id, new.folded);
END;
CREATE TRIGGER texts_removed AFTER DELETE ON texts BEGIN
    INSERT INTO trigrams(trigrams, rowid, folded) VALUES('delete', old.id, old.folded);
END;
CREATE TRIGGER texts_changed AFTER UPDATE OF folded ON texts WHEN new.folded <> old.folded BEGIN
    INSERT INTO trigrams(trigrams, rowid, folded) VALUES('delete', old.id, old.folded);
    INSERT INTO trigrams(rowid, folded) VALUES(new.id, new.folded);
END;
CREATE TRIGGER files_removed AFTER DELETE ON files BEGIN
    DELETE FROM texts WHERE kind = 1 AND owner = old.id;
END;
CREATE TRIGGER notes_removed AFTER DELETE ON notes BEGIN
    DELETE FROM texts WHERE kind = 2 AND owner = old.id;
END;
CREATE TRIGGER items_removed AFTER DELETE ON items BEGIN
    DELETE FROM texts WHERE kind = 3 AND owner = old.id;
END;
PRAGMA user_version = 1;
INSERT INTO funds(id, name, created) VALUES(1, 'Equity 500', 1790000000), (2, 'Фонд облигаций', 1790000100);
INSERT INTO notes(id, fund, title, created, changed, text)
    VALUES(1, 1, 'Fees', 1790000200, 1790000300, 'Low fees, high yield'), (2, 2, 'Доход', 1790000200, 1790000200, 'Выше ключевой ставки');
INSERT INTO texts(kind, owner, date, folded)
    VALUES(2, 1, 1790000300, 'fees' || char(10) || 'low fees, high yield'), (2, 2, 1790000200, 'доход' || char(10) || 'выше ключевой ставки');
INSERT INTO feeds(id, address, title, fund, etag, checked, due)
    VALUES(1, 'https://news.example.com/rss', 'Example News', 1, '"1"', 1790000400, 4000000000);
INSERT INTO items(id, feed, identity, title, link, date, is_read, seen, text)
    VALUES(1, 1, 'one', 'Rates rise', 'https://news.example.com/1', 1790000400, 1, 1790000400, 'By a quarter of a point'),
          (2, 1, 'two', 'Rates fall', 'https://news.example.com/2', 1790000500, 0, 1790000500, 'By half a point');
INSERT INTO texts(kind, owner, date, folded)
    VALUES(3, 1, 1790000400, 'rates rise' || char(10) || 'by a quarter of a point'), (3, 2, 1790000500, 'rates fall' || char(10) || 'by half a point');
INSERT INTO hosts(name, rests_until) VALUES('slow.example.com', 1790000500);
