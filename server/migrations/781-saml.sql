-- SAML 2.0. The provider's settings are those of its directory.
-- The server's own keys, for which providers encrypt assertions. The newest one is in the metadata; the one before it
-- still decrypts. The private key is encrypted with a key that `key_id` names.
CREATE TABLE saml_keys (
  id uuid PRIMARY KEY,
  directory_id uuid NOT NULL REFERENCES directories (id) ON DELETE CASCADE,
  -- In PEM.
  certificate text NOT NULL,
  sealed bytea NOT NULL,
  key_id uuid NOT NULL REFERENCES signing_keys (id),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX saml_keys_directory ON saml_keys (directory_id, created_at);
CREATE INDEX saml_keys_key ON saml_keys (key_id);

-- What came when an administrator tried a sign-in, for the page that shows it. Kept for a quarter of an hour.
CREATE TABLE saml_trials (
  id uuid PRIMARY KEY,
  directory_id uuid NOT NULL REFERENCES directories (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  result jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX saml_trials_directory ON saml_trials (directory_id);
CREATE INDEX saml_trials_user ON saml_trials (user_id);
CREATE INDEX saml_trials_age ON saml_trials (created_at);
