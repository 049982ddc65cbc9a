-- Personal access tokens, with which programs act for a person. Each is a session of its own kind, so that everything
-- that ends a session, or holds one during a write, holds for tokens: a disabled account, "sign out everywhere", a new
-- password, a transaction in the name of a viewer.

ALTER TABLE sessions ADD COLUMN scopes text[];
ALTER TABLE sessions ADD CONSTRAINT sessions_scopes CHECK ((way = 'token') = (scopes IS NOT NULL));
-- How the session was signed in that made the token: the token is held back where that session would be.
ALTER TABLE sessions ADD COLUMN made_by text;
ALTER TABLE sessions ADD CONSTRAINT sessions_made_by CHECK (
  CASE WHEN way = 'token' THEN made_by IN ('password', 'single-sign-on', 'passkey') AND made_by IS NOT NULL
  ELSE made_by IS NULL END);

CREATE TABLE personal_tokens (
  -- The session that it stands for.
  id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  -- Only the hash is kept.
  token_hash bytea NOT NULL,
  ending text NOT NULL,
  -- Its session then has an end that nobody lives to see.
  is_endless boolean NOT NULL,
  used_at timestamptz,
  used_address text,
  CHECK ((used_at IS NULL) = (used_address IS NULL))
);
CREATE UNIQUE INDEX personal_tokens_hash ON personal_tokens (token_hash);
-- The administration's list, newest first.
CREATE INDEX sessions_tokens ON sessions (created_at, id) WHERE way = 'token' AND ended_at IS NULL;

-- One row: what the company allows.
CREATE TABLE personal_token_rules (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  may_be_endless boolean NOT NULL DEFAULT false
);
INSERT INTO personal_token_rules DEFAULT VALUES;
