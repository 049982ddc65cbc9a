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

-- Links that were asked for earlier end when the password or the address changes in any way, when the account is
-- disabled, and when its access ends.
CREATE FUNCTION end_password_resets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM password_resets WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_end_password_resets
  AFTER UPDATE OF password_hash, email, disabled_at, access_ended_at ON accounts FOR EACH ROW
  WHEN ((OLD.password_hash, OLD.email, OLD.disabled_at, OLD.access_ended_at)
    IS DISTINCT FROM (NEW.password_hash, NEW.email, NEW.disabled_at, NEW.access_ended_at))
  EXECUTE FUNCTION end_password_resets();
