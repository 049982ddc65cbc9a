-- A discarded file that a legal hold keeps is marked, so that sweeps pass over it without judging it again.
ALTER TABLE files ADD COLUMN held_at timestamptz;
DROP INDEX files_discarded;
CREATE INDEX files_discarded ON files (created_at) WHERE discarded_at IS NOT NULL AND held_at IS NULL;
CREATE INDEX files_held ON files (id) WHERE held_at IS NOT NULL;
