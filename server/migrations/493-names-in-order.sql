-- Lists of names are in the order of their letters in any language: where a database's own order is that of C, "Åsa" came
-- after "Zoe". A PostgreSQL without ICU keeps the order that it has.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu' AND collnamespace = 'pg_catalog'::regnamespace) THEN
    CREATE COLLATION by_name (provider = icu, locale = 'und');
  ELSE
    CREATE COLLATION by_name FROM pg_catalog."C";
  END IF;
END $$;

DROP INDEX profiles_by_name;
CREATE INDEX profiles_by_name ON profiles (name COLLATE by_name, id);
DROP INDEX channels_directory;
CREATE INDEX channels_directory ON channels (lower(name) COLLATE by_name, id)
  WHERE type = 'PUBLIC' AND archived_at IS NULL;
ALTER TABLE profiles ALTER COLUMN name_key TYPE text COLLATE by_name;
