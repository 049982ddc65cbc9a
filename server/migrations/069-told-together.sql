-- What a person was told of at one go: the tasks behind one entry of their inbox, which may go one by one. Told of one of
-- them again with others, it stands behind the newer entry.
CREATE TABLE task_told_together (
  task_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (task_id, user_id, kind)
);
CREATE INDEX task_told_together_id ON task_told_together (id);
CREATE INDEX task_told_together_user ON task_told_together (user_id);
CREATE INDEX task_told_together_at ON task_told_together (at);
