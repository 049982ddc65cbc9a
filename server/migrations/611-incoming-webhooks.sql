-- Programs that write: an incoming webhook now, and bots later. What they write has their profile as its author, so that
-- everything that shows an author shows them. They have no account, and nobody left with them.
ALTER TABLE profiles ADD COLUMN is_program boolean NOT NULL DEFAULT false;

CREATE TABLE webhooks (
  -- The profile that its messages have as their author, which outlives it.
  id uuid PRIMARY KEY REFERENCES profiles (id),
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  -- In whose name it writes: their rights are read at each delivery.
  owner_id uuid NOT NULL REFERENCES profiles (id),
  -- Only the hash is kept.
  secret_hash bytea NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  may_call_all boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When its owner took it: ending the owner's access after that ends it, too.
  renewed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_at timestamptz,
  -- The code of the last refusal. Null: the last delivery was written.
  last_error text
);
CREATE UNIQUE INDEX webhooks_secret ON webhooks (secret_hash);
CREATE INDEX webhooks_channel ON webhooks (channel_id, created_at);
CREATE INDEX webhooks_owner ON webhooks (owner_id);
