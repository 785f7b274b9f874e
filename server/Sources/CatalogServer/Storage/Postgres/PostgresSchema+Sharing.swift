extension PostgresSchema {
    /// The clock of the database, in milliseconds since 1970.
    static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// The tables that servers of one catalog share. Limits on passwords may be lost in a crash of the database, so they are
    /// not logged, which makes them cheap.
    static let sharing = """
        CREATE TABLE blobHold (
            blob text COLLATE "C" NOT NULL,
            holder text COLLATE "C" NOT NULL,
            isGoing boolean NOT NULL,
            ends bigint NOT NULL,
            PRIMARY KEY (blob, holder)
        );
        CREATE INDEX blobHoldByHolder ON blobHold (holder);

        CREATE TABLE chore (
            name text COLLATE "C" PRIMARY KEY,
            holder text COLLATE "C" NOT NULL,
            ends bigint NOT NULL,
            due bigint NOT NULL
        );

        CREATE TABLE upload (
            "user" bigint NOT NULL REFERENCES "user" ON DELETE CASCADE,
            digest text COLLATE "C" NOT NULL,
            size bigint NOT NULL,
            moment bigint NOT NULL,
            PRIMARY KEY ("user", digest)
        );
        CREATE INDEX uploadByDigest ON upload (digest);

        CREATE UNLOGGED TABLE attempt (key text COLLATE "C" PRIMARY KEY, refilled bigint NOT NULL);
        """
}
