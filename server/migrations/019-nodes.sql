-- The processes that serve this database now, and what they tell each other that is too large for a notification. Both
-- are worth nothing after a crash: unlogged, they cost a disk nothing.

CREATE UNLOGGED TABLE nodes (
  id uuid PRIMARY KEY,
  -- Who does not say so again before this time is gone.
  alive_until timestamptz NOT NULL
);

CREATE UNLOGGED TABLE bus_parcels (
  id uuid PRIMARY KEY,
  content text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bus_parcels_sent_at ON bus_parcels (sent_at);
