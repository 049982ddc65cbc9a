-- One row: what administrators allow programs that speak the Model Context Protocol.
CREATE TABLE mcp_rules (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Programs may register themselves as clients of OAuth.
  may_register boolean NOT NULL DEFAULT true,
  blocked_tools text[] NOT NULL DEFAULT '{}'
);
INSERT INTO mcp_rules DEFAULT VALUES;

-- Programs that registered themselves (RFC 7591). They are public clients, so there is no secret to keep.
CREATE TABLE oauth_clients (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  redirect_addresses text[] NOT NULL CHECK (cardinality(redirect_addresses) BETWEEN 1 AND 10),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When a person last connected it. One that nobody has connected is deleted after a day.
  connected_at timestamptz
);
CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE connected_at IS NULL;

-- A person's consent to a program. Each is a session of the kind of access tokens, so that everything that ends or holds
-- back a token does the same here: a disabled account, a new password, "sign out everywhere".
CREATE TABLE program_connections (
  id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES oauth_clients (id),
  name text NOT NULL CHECK (name <> ''),
  -- Where the browser was sent after the consent.
  redirect_host text NOT NULL,
  used_at timestamptz,
  used_address text,
  CHECK ((used_at IS NULL) = (used_address IS NULL))
);
CREATE INDEX program_connections_client ON program_connections (client_id);

-- Authorization codes, by their hash. One that was used is kept until it expires, to notice a second use.
CREATE TABLE oauth_codes (
  code_hash bytea PRIMARY KEY,
  -- It ends with the consent.
  connection_id uuid NOT NULL REFERENCES program_connections (id) ON DELETE CASCADE,
  redirect_address text NOT NULL,
  -- Of S256 (RFC 7636).
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX oauth_codes_connection ON oauth_codes (connection_id);
CREATE INDEX oauth_codes_expiry ON oauth_codes (expires_at);

-- Access and refresh tokens, by their hash.
CREATE TABLE oauth_tokens (
  token_hash bytea PRIMARY KEY,
  connection_id uuid NOT NULL REFERENCES program_connections (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  expires_at timestamptz NOT NULL,
  -- A refresh token works once. The second use ends the connection.
  used_at timestamptz
);
CREATE INDEX oauth_tokens_connection ON oauth_tokens (connection_id);
CREATE INDEX oauth_tokens_expiry ON oauth_tokens (expires_at);
