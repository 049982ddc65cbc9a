-- The backups that were made, so that monitoring can tell how old the last one is.
CREATE TABLE backups (
  finished_at timestamptz PRIMARY KEY DEFAULT now(),
  -- False where files were missing or changed.
  is_complete boolean NOT NULL
);

-- The oldest version of Atoll that may work on this database. A migration that older versions cannot bear raises it:
-- their nodes then say that they are not ready.
CREATE TABLE oldest_version (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version text NOT NULL CHECK (version ~ '^\d+\.\d+\.\d+$')
);
INSERT INTO oldest_version (version) VALUES ('0.2.0');
