-- Exports of one thing, such as a channel, by a person who manages it. They have no person.
ALTER TABLE person_exports
  ADD COLUMN thing_kind text,
  ADD COLUMN thing_id uuid,
  -- Its name when the export was started: for the list of the person who could read it then.
  ADD COLUMN thing_name text,
  ADD COLUMN rows_total integer NOT NULL DEFAULT 0,
  ADD COLUMN files_total integer NOT NULL DEFAULT 0,
  ADD CHECK ((thing_kind IS NULL) = (thing_id IS NULL) AND (thing_kind IS NULL) = (thing_name IS NULL)),
  ADD CHECK (thing_kind IS NULL OR person_id IS NULL);
DROP INDEX person_exports_everything;
CREATE UNIQUE INDEX person_exports_everything ON person_exports ((person_id IS NULL))
  WHERE person_id IS NULL AND thing_kind IS NULL AND state IN ('waiting', 'running');
