-- A program's client ID holds what it registered, so only programs that people have connected, or that an administrator
-- has blocked, have a row. Its ID is a digest of name and redirect addresses.
DELETE FROM oauth_clients c WHERE NOT EXISTS (SELECT FROM program_connections p WHERE p.client_id = c.id);
DROP INDEX oauth_clients_unused;
-- Nobody can connect a blocked program.
ALTER TABLE oauth_clients ADD COLUMN blocked_at timestamptz;
CREATE INDEX oauth_clients_blocked ON oauth_clients (blocked_at) WHERE blocked_at IS NOT NULL;

-- The refresh token that a refresh token was given for, by its hash.
ALTER TABLE oauth_tokens ADD COLUMN replaces bytea;
