-- Repositories whose events a department receives, and the branches, commits and pull requests that name its tasks and
-- bugs. A connection acts in the name of its owner.

CREATE TABLE git_connections (
  id uuid PRIMARY KEY,
  department_id uuid NOT NULL REFERENCES departments (id) ON DELETE CASCADE,
  -- Stays with the profile when the account ends, so that others can take it over with its links.
  owner_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- The session that it acts with, so that whatever ends all sessions of its owner stops it as well.
  session_id uuid REFERENCES sessions (id) ON DELETE SET NULL,
  name text NOT NULL CHECK (name <> ''),
  provider text NOT NULL CHECK (provider IN ('github', 'gitlab')),
  moves_opened boolean NOT NULL DEFAULT false,
  moves_merged boolean NOT NULL DEFAULT false,
  is_on boolean NOT NULL DEFAULT true,
  stop_reason text CHECK (stop_reason IN ('access_ended', 'right_lost')),
  -- The encrypted secret: it checks signatures, so that a hash is not enough.
  sealed bytea NOT NULL,
  key_id uuid NOT NULL REFERENCES signing_keys (id),
  sent_hash bytea NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX git_connections_owner ON git_connections (owner_id);
CREATE INDEX git_connections_session ON git_connections (session_id);
CREATE INDEX git_connections_department ON git_connections (department_id);
CREATE INDEX git_connections_newest ON git_connections (created_at DESC, id DESC);

-- What was received. The same delivery, and the same body under another name, counts once.
CREATE TABLE git_deliveries (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id uuid NOT NULL REFERENCES git_connections (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_id text,
  body_hash bytea NOT NULL,
  event text NOT NULL DEFAULT '',
  -- What the delivery says, until it is read. The body itself is not stored.
  changes jsonb,
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'ignored', 'failed')),
  detail text NOT NULL DEFAULT '',
  UNIQUE (connection_id, body_hash),
  UNIQUE (connection_id, sent_id)
);
CREATE INDEX git_deliveries_newest ON git_deliveries (connection_id, number DESC);
CREATE INDEX git_deliveries_old ON git_deliveries (at);

CREATE TABLE git_links (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  connection_id uuid NOT NULL REFERENCES git_connections (id) ON DELETE CASCADE,
  task_id uuid REFERENCES tasks (id) ON DELETE CASCADE,
  card_id uuid REFERENCES cards (id) ON DELETE CASCADE,
  subject_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(task_id, card_id)) STORED,
  kind text NOT NULL CHECK (kind IN ('branch', 'commit', 'pull_request')),
  -- Identifies it in the connection, with its repository.
  external_id text NOT NULL,
  repository text NOT NULL,
  number text NOT NULL,
  title text NOT NULL,
  state text CHECK (state IN ('open', 'draft', 'merged', 'closed')),
  author text,
  url text,
  -- The other system's own time of what is shown, and the delivery that said so: older news change nothing.
  at timestamptz NOT NULL,
  delivery bigint NOT NULL,
  -- The delivery that made it.
  first_delivery bigint NOT NULL,
  -- The changes by which it moved its task or card: each is made once, and not again after somebody moved it back.
  opened_change uuid,
  merged_change uuid,
  CHECK (num_nonnulls(task_id, card_id) = 1),
  UNIQUE (connection_id, kind, external_id, subject_id)
);
CREATE INDEX git_links_task ON git_links (task_id, kind, at DESC, id DESC) WHERE task_id IS NOT NULL;
CREATE INDEX git_links_card ON git_links (card_id, kind, at DESC, id DESC) WHERE card_id IS NOT NULL;
