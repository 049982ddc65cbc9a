-- Exports of everything that a person wrote and that is about them. The file of a finished one is a file with this export as
-- its subject.
CREATE TABLE person_exports (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES profiles (id),
  -- Exports of people who left are deleted by the job that looks after them, with their files.
  requested_by uuid NOT NULL REFERENCES profiles (id),
  -- Whether direct messages, drafts and the like are part of it.
  has_private boolean NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'ready', 'failed', 'cancelled')),
  failure text CHECK ((failure IS NOT NULL) = (state = 'failed')),
  tables_done integer NOT NULL DEFAULT 0,
  tables_total integer NOT NULL DEFAULT 0,
  row_count integer NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  worked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz,
  sent_hash bytea NOT NULL,
  CHECK ((expires_at IS NOT NULL) = (state = 'ready'))
);
CREATE INDEX person_exports_list ON person_exports (requested_by, requested_at DESC);
CREATE INDEX person_exports_person ON person_exports (person_id);
CREATE UNIQUE INDEX person_exports_running ON person_exports (requested_by) WHERE state IN ('waiting', 'running');
