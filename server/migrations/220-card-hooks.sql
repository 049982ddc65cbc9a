-- Webhooks that other systems call. The secret is encrypted with a key made from one that signs access tokens.
CREATE TABLE card_hooks (
  id uuid PRIMARY KEY,
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('github', 'gitlab', 'alertmanager', 'grafana', 'generic')),
  sealed bytea NOT NULL,
  key_id uuid NOT NULL REFERENCES signing_keys (id),
  sent_hash bytea NOT NULL,
  created_by uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX card_hooks_type ON card_hooks (type_id, created_at, id);

-- What was received. The same body is received once, whatever its delivery is called.
CREATE TABLE card_hook_deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  hook_id uuid NOT NULL REFERENCES card_hooks (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  event text NOT NULL DEFAULT '',
  body bytea NOT NULL,
  body_hash bytea NOT NULL,
  is_weak boolean NOT NULL,
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'ignored', 'failed')),
  detail text NOT NULL DEFAULT '',
  replays int NOT NULL DEFAULT 0,
  UNIQUE (hook_id, body_hash)
);
CREATE INDEX card_hook_deliveries_newest ON card_hook_deliveries (hook_id, at DESC, id DESC);
CREATE INDEX card_hook_deliveries_old ON card_hook_deliveries (at);

-- The cards of things that have an identity elsewhere, such as the fingerprint of an alert.
CREATE TABLE card_hook_things (
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  external_key text NOT NULL,
  card_id uuid NOT NULL REFERENCES cards (id) ON DELETE CASCADE,
  -- The other system's own time of the last report, and of the last end of it.
  reported_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (type_id, external_key)
);
CREATE INDEX card_hook_things_card ON card_hook_things (card_id);

-- When commits were made, as pipelines report it: the lead time of a deployment counts from there.
CREATE TABLE card_commits (
  department_id uuid NOT NULL REFERENCES departments (id) ON DELETE CASCADE,
  sha text NOT NULL,
  committed_at timestamptz NOT NULL,
  PRIMARY KEY (department_id, sha)
);

UPDATE card_types ct SET fields = ct.fields || added.fields::jsonb, fields_version = ct.fields_version + 1,
  options = ct.options || added.options::jsonb
FROM departments d, (VALUES
  ('deployment', '[{"name":"commit","label":"Commit","kind":"text"}]', '{"hooks":"deployments"}'),
  ('monitoring', '[{"name":"flapping","label":"Flapping","kind":"choice","options":["Flapping"]},{"name":"source","label":"Source","kind":"link"}]', '{"hooks":"alerts"}'),
  ('pipelines', '[]', '{"hooks":"runs"}')) AS added (slug, fields, options)
WHERE d.id = ct.department_id AND d.slug = 'devops' AND ct.slug = added.slug;
