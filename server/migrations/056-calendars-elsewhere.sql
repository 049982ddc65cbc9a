-- By which other programs follow somebody's calendar: one address a person, kept as a hash only.
CREATE TABLE calendar_feeds (
  user_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  secret_hash bytea NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  read_at timestamptz(3)
);

-- When a person works: seven days from Monday on, each the minutes from when to when, or null. Who chose nothing has no row.
CREATE TABLE working_hours (
  user_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  hours jsonb NOT NULL
);
