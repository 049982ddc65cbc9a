-- What each node says about itself, for the page about health. It is worth nothing after a crash, like its lease.
ALTER TABLE nodes
  ADD COLUMN report jsonb,
  ADD COLUMN reported_at timestamptz;
