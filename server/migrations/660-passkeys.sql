-- Keys on people's devices. Each is a sign-in by itself, because the device asks for a finger, a face or a PIN first.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The host name that it works for.
  site text NOT NULL,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- How often it says it was used: a copy is noticed by a number that does not grow.
  signature_count bigint NOT NULL,
  transports text[] NOT NULL,
  -- Copied to other devices of its owner by their platform.
  is_synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id, created_at);

-- What a device is to sign, once.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  -- The person who adds a passkey; null for signing in.
  user_id uuid REFERENCES accounts (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_age ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;

-- Whether a password alone, or with a code, no longer lets people in: their own choice, or that of a role.
ALTER TABLE accounts ADD COLUMN requires_passkey boolean NOT NULL DEFAULT false;
ALTER TABLE roles ADD COLUMN requires_passkey boolean NOT NULL DEFAULT false;

CREATE TRIGGER passkeys_announce AFTER INSERT OR DELETE ON passkeys
  FOR EACH ROW EXECUTE FUNCTION announce_user('user_id');
CREATE TRIGGER accounts_announce_passkey AFTER UPDATE OF requires_passkey ON accounts
  FOR EACH ROW WHEN (OLD.requires_passkey IS DISTINCT FROM NEW.requires_passkey)
  EXECUTE FUNCTION announce_user('id');
CREATE TRIGGER roles_announce_passkey AFTER UPDATE OF requires_passkey ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION announce_everyone();
CREATE TRIGGER sessions_announce_way AFTER UPDATE OF way ON sessions
  FOR EACH ROW EXECUTE FUNCTION announce_user('user_id');

-- The host name that passkeys work at now, as the last server started with it. Without one no passkey works.
CREATE TABLE passkey_site (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  site text
);
INSERT INTO passkey_site DEFAULT VALUES;
CREATE TRIGGER passkey_site_announce AFTER UPDATE ON passkey_site
  FOR EACH STATEMENT EXECUTE FUNCTION announce_everyone();
