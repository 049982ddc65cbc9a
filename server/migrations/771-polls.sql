-- Polls in messages. The message has the totals, as it has those of reactions; each person's vote is a row.

ALTER TABLE messages ADD COLUMN poll jsonb;

CREATE TABLE poll_votes (
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Positions in the list of answers.
  choices smallint[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (message_id, user_id)
);
CREATE INDEX poll_votes_user ON poll_votes (user_id);
