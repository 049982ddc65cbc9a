-- Links to choose a new password, asked for on the sign-in page.

CREATE TABLE password_resets (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The address that it was mailed to. A link to an earlier address of the account is worth nothing.
  email text NOT NULL,
  mail_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  token_hash bytea NOT NULL
);
CREATE UNIQUE INDEX password_resets_token ON password_resets (token_hash);
CREATE INDEX password_resets_user ON password_resets (user_id, created_at);
CREATE INDEX password_resets_age ON password_resets (created_at);
