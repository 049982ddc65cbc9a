-- When a facilitator last had a board open, or led it, while its workshop runs. Each node writes it for its own sockets;
-- once none has been seen for some minutes, a writer can take the lead.
CREATE TABLE board_leaders_seen (
  board_id uuid NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  seen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (board_id, user_id)
);
CREATE INDEX board_leaders_seen_user ON board_leaders_seen (user_id);

-- Workshops that run now have not been watched so far: their owners count as seen.
INSERT INTO board_leaders_seen (board_id, user_id)
SELECT b.id, b.owner_id FROM boards b JOIN accounts a ON a.id = b.owner_id
WHERE b.phase IS NOT NULL OR b.is_locked;
