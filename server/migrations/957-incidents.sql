-- Incidents of sections with alerts. Notes of people are comments.
CREATE TABLE incidents (
  id uuid PRIMARY KEY,
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  -- Counts the incidents of the section.
  number integer NOT NULL,
  title text NOT NULL,
  severity text,
  services text[] NOT NULL,
  effect text NOT NULL CHECK (effect IN ('none', 'slow', 'down')),
  state text NOT NULL CHECK (state IN ('investigating', 'identified', 'monitoring', 'resolved')),
  commander_id uuid REFERENCES profiles (id),
  operations_id uuid REFERENCES profiles (id),
  communications_id uuid REFERENCES profiles (id),
  opened_by uuid REFERENCES profiles (id),
  opened_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  sent_hash bytea NOT NULL,
  CHECK ((state = 'resolved') = (resolved_at IS NOT NULL)),
  UNIQUE (type_id, number)
);
CREATE INDEX incidents_open ON incidents (type_id, opened_at DESC, id DESC) WHERE resolved_at IS NULL;
CREATE INDEX incidents_resolved ON incidents (type_id, opened_at DESC, id DESC) WHERE resolved_at IS NOT NULL;
CREATE TRIGGER incidents_delete_comments AFTER DELETE ON incidents
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_comments_of('incident');

CREATE TABLE incident_alerts (
  incident_id uuid NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  card_id uuid NOT NULL REFERENCES cards (id) ON DELETE CASCADE,
  PRIMARY KEY (incident_id, card_id)
);
CREATE INDEX incident_alerts_card ON incident_alerts (card_id);

-- The timeline. Nothing changes or removes a line of it.
CREATE TABLE incident_entries (
  id uuid PRIMARY KEY,
  incident_id uuid NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  kind text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  person_id uuid REFERENCES profiles (id),
  before text,
  after text,
  -- An update for everyone.
  text text NOT NULL DEFAULT '',
  sent_hash bytea
);
CREATE INDEX incident_entries_of ON incident_entries (incident_id, at, id);
