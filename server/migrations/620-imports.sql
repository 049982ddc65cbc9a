-- Imports from other products: the uploaded file, what was found in it, what was made of it, and the report.

INSERT INTO permissions (name, resource, action) VALUES ('imports:run', 'imports', 'run');

CREATE TABLE imports (
  id uuid PRIMARY KEY,
  source text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  received_bytes bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'uploading' CHECK (state IN ('uploading', 'reading', 'planned', 'trying', 'running',
    'paused', 'done', 'undoing', 'undone', 'failed')),
  -- What goes on when a paused import is resumed.
  paused_from text CHECK (paused_from IN ('trying', 'running', 'undoing')),
  created_by uuid NOT NULL REFERENCES profiles (id),
  -- The person in whose name the current work is done. Their right is read again with each batch.
  run_by uuid REFERENCES profiles (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the data began to be written. What is newer was built on it.
  started_at timestamptz,
  finished_at timestamptz,
  -- When a batch was last finished: a job that died is noticed by its silence.
  worked_at timestamptz NOT NULL DEFAULT now(),
  -- Grows with each batch: two nodes that work on the same import cannot both write.
  step bigint NOT NULL DEFAULT 0,
  -- How often in a row the work failed. After a few times it stops, and a person decides.
  failures integer NOT NULL DEFAULT 0,
  -- The unit and the record in it where the next batch begins.
  next_unit integer NOT NULL DEFAULT 0,
  next_record integer NOT NULL DEFAULT 0,
  unit_count integer NOT NULL DEFAULT 0,
  -- Found in the source, made by the last dry run, and made by the run.
  found jsonb NOT NULL DEFAULT '{}',
  tried jsonb,
  made jsonb NOT NULL DEFAULT '{}',
  -- Why it failed, or stopped.
  failure text,
  file_discarded_at timestamptz,
  sent_hash bytea NOT NULL
);
CREATE INDEX imports_newest ON imports (created_at DESC, id DESC);
-- Two at once would number the messages of the same channel.
CREATE UNIQUE INDEX imports_one_at_a_time ON imports ((true))
  WHERE state IN ('trying', 'running', 'undoing') OR (state = 'paused' AND paused_from <> 'trying');

-- The uploaded file, part by part.
CREATE TABLE import_parts (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  start bigint NOT NULL,
  size_bytes bigint NOT NULL,
  key text NOT NULL,
  PRIMARY KEY (import_id, start)
);

-- What is in storage, kept before it is stored: a killed server leaves no part behind that nobody knows.
CREATE TABLE import_part_files (
  key text PRIMARY KEY,
  stored_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE import_people (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  key text NOT NULL,
  name text NOT NULL,
  email text NOT NULL DEFAULT '',
  is_bot boolean NOT NULL DEFAULT false,
  record_count integer NOT NULL DEFAULT 0,
  -- How they were matched: by mail, by name, by an administrator, by an earlier import, or not at all.
  matched_by text NOT NULL DEFAULT 'none' CHECK (matched_by IN ('mail', 'name', 'choice', 'earlier', 'none')),
  person_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  PRIMARY KEY (import_id, key)
);
CREATE INDEX import_people_list ON import_people (import_id, name, key);

-- Channels and chats of the source, and what becomes of them.
CREATE TABLE import_places (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  key text NOT NULL,
  position integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('public', 'private', 'direct')),
  name text NOT NULL,
  topic text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  is_archived boolean NOT NULL DEFAULT false,
  creator_key text,
  created_at timestamptz,
  member_keys text[] NOT NULL DEFAULT '{}',
  -- Found in the source.
  record_count integer NOT NULL DEFAULT 0,
  outcome text NOT NULL DEFAULT 'new' CHECK (outcome IN ('new', 'merge', 'skip')),
  new_name text NOT NULL,
  -- The existing channel that it is merged into.
  merge_id uuid REFERENCES channels (id) ON DELETE SET NULL,
  -- By the dry run or the run: what was made, and what was left out, by reason.
  counts jsonb NOT NULL DEFAULT '{}',
  -- In an existing channel with newer messages: the number before the first one of this import.
  numbered_from bigint,
  PRIMARY KEY (import_id, key)
);
CREATE INDEX import_places_list ON import_places (import_id, position, key);

-- The work: each unit is a part of one place, such as a day of a channel.
CREATE TABLE import_units (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  position integer NOT NULL,
  place_keys text[] NOT NULL,
  paths text[] NOT NULL,
  PRIMARY KEY (import_id, position)
);

-- What imports made, by the id in the source: the same import twice adds nothing, and an undo finds it.
CREATE TABLE import_items (
  source text NOT NULL,
  key text NOT NULL,
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  kind text NOT NULL,
  place_key text,
  target_id uuid NOT NULL,
  -- Of the content: tells a repeated record from another one with the same id.
  fingerprint text,
  PRIMARY KEY (source, key)
);
CREATE INDEX import_items_made ON import_items (import_id, kind, target_id);
CREATE INDEX import_items_target ON import_items (target_id);

-- The report: what differs from the source, and why.
CREATE TABLE import_lines (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  phase text NOT NULL CHECK (phase IN ('reading', 'trying', 'running', 'undoing')),
  place_key text NOT NULL DEFAULT '',
  kind text NOT NULL,
  detail text NOT NULL DEFAULT '',
  count integer NOT NULL DEFAULT 1,
  id bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (import_id, phase, place_key, kind, detail)
);
CREATE INDEX import_lines_order ON import_lines (import_id, id);
