import GRDB
import SessionTables

/// The tables.
///
/// `counter` has the number of the last change of any report; each change of a report takes the next one as its `version`, so
/// that changes have one order, the server's, whatever the clocks of devices say. Entries of lists that a city no longer uses
/// keep their row, because reports name them.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") {
            try $0.execute(sql: users + SessionSchema.tables + lists + photos + reports + rest)
        }
        migrator.registerMigration("2") { try HistoryTable.make(in: $0) }
        migrator.registerMigration("3") { try UnnamedFiles.make(in: $0, for: "photo", "copy") }
        migrator.registerMigration("4") { try HistoryTable.addMark(in: $0) }
        migrator.registerMigration("5") { try $0.execute(sql: lastingAnswers) }
        migrator.registerMigration("6") { try $0.execute(sql: lostVersions) }
        migrator.registerMigration("7") { try $0.execute(sql: editedMembers) }
        return migrator
    }

    private static let users: String = """
        CREATE TABLE user (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            mail TEXT UNIQUE,
            phone TEXT UNIQUE,
            role TEXT NOT NULL,
            password TEXT NOT NULL,
            isDisabled INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL,
            CHECK (mail IS NOT NULL OR phone IS NOT NULL)
        ) STRICT;

        """

    private static let lists: String = """
        CREATE TABLE city (
            code TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            position INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE district (
            code TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            city TEXT NOT NULL REFERENCES city,
            position INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE objectType (
            code TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            holder TEXT,
            heading TEXT,
            position INTEGER
        ) STRICT, WITHOUT ROWID;
        INSERT INTO objectType VALUES ('other', 'Other', 'An object of no other type.', NULL, NULL, 0);

        CREATE TABLE notice (name TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL) STRICT, WITHOUT ROWID;

        """

    private static let photos: String = """
        CREATE TABLE photo (
            sha256 TEXT PRIMARY KEY NOT NULL,
            copy TEXT NOT NULL,
            mediaType TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            latitude REAL,
            longitude REAL,
            taken TEXT,
            stored INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX photoByCopy ON photo (copy);

        CREATE TABLE upload (
            photo TEXT NOT NULL REFERENCES photo ON DELETE CASCADE,
            user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
            PRIMARY KEY (photo, user)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX uploadByUser ON upload (user);

        """

    private static let reports: String = """
        CREATE TABLE counter (only INTEGER PRIMARY KEY CHECK (only = 1), value INTEGER NOT NULL) STRICT;
        INSERT INTO counter VALUES (1, 0);

        CREATE TABLE report (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            version INTEGER NOT NULL UNIQUE,
            change TEXT NOT NULL,
            changedBy INTEGER REFERENCES user ON DELETE SET NULL,
            reporter INTEGER REFERENCES user ON DELETE SET NULL,
            key TEXT,
            status TEXT NOT NULL,
            reason TEXT,
            filed INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            taken TEXT,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            address TEXT,
            city TEXT REFERENCES city,
            district TEXT REFERENCES district,
            type TEXT NOT NULL REFERENCES objectType,
            holder TEXT,
            company TEXT,
            comment TEXT,
            photosArePublic INTEGER NOT NULL DEFAULT 0,
            deletionWanted INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX reportByReporter ON report (reporter, number);
        CREATE INDEX reportByReporterChange ON report (reporter, version);
        CREATE INDEX reportByChanger ON report (changedBy);
        CREATE INDEX reportByStatus ON report (status, number);
        CREATE INDEX reportByTime ON report (filed);
        CREATE INDEX reportByCompany ON report (company) WHERE company IS NOT NULL;
        CREATE INDEX reportInQueue ON report (number) WHERE status = 'new' OR deletionWanted = 1;

        CREATE VIRTUAL TABLE reportPlace USING rtree (number, west, east, south, north);

        CREATE VIRTUAL TABLE search USING fts5 (digits, words, tokenize = 'trigram case_sensitive 1');

        CREATE TABLE phone (
            report INTEGER NOT NULL REFERENCES report ON DELETE CASCADE,
            position INTEGER NOT NULL,
            number TEXT NOT NULL,
            extension TEXT,
            written TEXT NOT NULL,
            PRIMARY KEY (report, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX phoneByNumber ON phone (number, report);

        CREATE TABLE reportPhoto (
            report INTEGER NOT NULL REFERENCES report ON DELETE CASCADE,
            position INTEGER NOT NULL,
            photo TEXT NOT NULL REFERENCES photo,
            PRIMARY KEY (report, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reportPhotoByPhoto ON reportPhoto (photo);

        CREATE TABLE decision (
            id INTEGER PRIMARY KEY,
            report INTEGER NOT NULL REFERENCES report ON DELETE CASCADE,
            status TEXT NOT NULL,
            reason TEXT,
            moment INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX decisionByReport ON decision (report);

        CREATE TABLE comment (
            id INTEGER PRIMARY KEY,
            report INTEGER NOT NULL REFERENCES report ON DELETE CASCADE,
            text TEXT NOT NULL,
            moment INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX commentByReport ON comment (report);

        CREATE TABLE link (
            report INTEGER NOT NULL REFERENCES report ON DELETE CASCADE,
            other INTEGER NOT NULL REFERENCES report (number) ON DELETE CASCADE,
            distance INTEGER NOT NULL,
            PRIMARY KEY (report, other)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX linkByOther ON link (other);

        CREATE TABLE deletion (
            version INTEGER PRIMARY KEY,
            number INTEGER NOT NULL,
            reporter INTEGER REFERENCES user ON DELETE SET NULL,
            changedBy INTEGER REFERENCES user ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX deletionByReporter ON deletion (reporter, version);
        CREATE INDEX deletionByChanger ON deletion (changedBy);

        """

    private static let rest: String = """
        CREATE TABLE answer (
            user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
            key TEXT NOT NULL,
            request BLOB NOT NULL,
            report INTEGER REFERENCES report ON DELETE CASCADE,
            body BLOB,
            moment INTEGER NOT NULL,
            PRIMARY KEY (user, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX answerByReport ON answer (report);
        CREATE INDEX answerByTime ON answer (moment) WHERE body IS NOT NULL;

        CREATE TABLE blocked (
            number TEXT PRIMARY KEY NOT NULL,
            reason TEXT,
            moment INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// A key outlives its report: a repeated request must not file a deleted report again.
    private static let lastingAnswers: String = """
        CREATE TABLE lastingAnswer (
            user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
            key TEXT NOT NULL,
            request BLOB NOT NULL,
            report INTEGER REFERENCES report ON DELETE SET NULL,
            body BLOB,
            moment INTEGER NOT NULL,
            PRIMARY KEY (user, key)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO lastingAnswer SELECT user, key, request, report, body, moment FROM answer;
        DROP TABLE answer;
        ALTER TABLE lastingAnswer RENAME TO answer;
        CREATE INDEX answerByReport ON answer (report);
        CREATE INDEX answerByTime ON answer (moment) WHERE body IS NOT NULL;

        """

    /// The versions that were lost or skipped when a backup was restored, one row for each restore of this database and of
    /// those that it is a copy of. All others up to the counter belong to changes that this database has.
    private static let lostVersions = """
        CREATE TABLE lostVersions (first INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;

        """

    /// The version in which a member of a report was edited last. Which members an older edit has set is not known: it may have
    /// been all of them.
    private static let editedMembers = """
        CREATE TABLE editedMember (
            report INTEGER NOT NULL REFERENCES report ON DELETE CASCADE,
            member TEXT NOT NULL,
            version INTEGER NOT NULL,
            PRIMARY KEY (report, member)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO editedMember
            SELECT report.number, member.value, report.version
            FROM report, json_each('["place","phones","company","district","type","address","comment"]') AS member
            WHERE report.change = 'edited';

        """
}
