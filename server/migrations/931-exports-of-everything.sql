-- Exports of everything are those without a person: super administrators start them, one at a time.
ALTER TABLE person_exports ALTER COLUMN person_id DROP NOT NULL;
ALTER TABLE person_exports ADD COLUMN file_count integer NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX person_exports_everything ON person_exports ((person_id IS NULL))
  WHERE person_id IS NULL AND state IN ('waiting', 'running');
