-- Feeds: addresses by which programs follow what their owner may read. Each is a session of the kind of access tokens, so
-- that everything that ends or holds back a token does the same here: a disabled account, a new password, "sign out
-- everywhere". The scopes of the session are the areas of the feed.
CREATE TABLE feeds (
  id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  -- Only the hash is kept.
  secret_hash bytea NOT NULL,
  ending text NOT NULL,
  -- Its session then has an end that nobody lives to see.
  is_endless boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  used_at timestamptz,
  used_address text,
  -- The content as it was last read, and when it was first read like that. A right that was lost changes the content, and
  -- no date of any entry.
  etag text,
  changed_at timestamptz(0),
  CHECK ((used_at IS NULL) = (used_address IS NULL)),
  CHECK ((etag IS NULL) = (changed_at IS NULL))
);
CREATE UNIQUE INDEX feeds_secret ON feeds (secret_hash);

-- The newest published versions.
CREATE INDEX article_versions_newest ON article_versions (published_at DESC, article_id DESC);
