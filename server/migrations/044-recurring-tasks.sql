-- Tasks that come again, the instant at which a task with a time is overdue, and who was told of which due date.

ALTER TABLE tasks
  -- Follows from day, time and zone, and is kept because zones are known here by other names than where it was chosen.
  ADD COLUMN due_at timestamptz,
  -- Of the newest of a series only: the next one takes it over.
  ADD COLUMN recurrence jsonb,
  ADD COLUMN series_id uuid,
  -- The day of the series that it stands for; its due date may have been moved since.
  ADD COLUMN occurrence date,
  -- Follows from the recurrence: on this day the next one is there, whether or not this one is done.
  ADD COLUMN recurs_on date,
  ADD CHECK ((series_id IS NULL) = (occurrence IS NULL)),
  ADD CHECK (recurrence IS NULL OR (series_id IS NOT NULL AND parent_id IS NULL)),
  ADD CHECK (recurs_on IS NULL OR recurrence IS NOT NULL);

UPDATE tasks SET due_at = (due_date + due_time) AT TIME ZONE
  coalesce((SELECT name FROM pg_timezone_names WHERE lower(name) = lower(due_zone) LIMIT 1), 'UTC')
WHERE due_time IS NOT NULL;
ALTER TABLE tasks ADD CHECK ((due_at IS NULL) = (due_time IS NULL));

-- One successor for each day of a series, whoever finishes the one before, and however often.
CREATE UNIQUE INDEX tasks_series ON tasks (series_id, occurrence) WHERE series_id IS NOT NULL;
CREATE INDEX tasks_recurs_on ON tasks (recurs_on, id) WHERE recurs_on IS NOT NULL AND deleted_at IS NULL;
-- What is still to be done, by when it is due.
CREATE INDEX tasks_open_due ON tasks (due_date, id)
  WHERE due_date IS NOT NULL AND deleted_at IS NULL AND status IN ('todo', 'in_progress', 'in_review');

-- Each is told once of each due date that it is tomorrow, and that it has passed.
CREATE TABLE task_due_told (
  task_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text NOT NULL,
  due_date date NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (task_id, user_id, kind, due_date)
);
CREATE INDEX task_due_told_user ON task_due_told (user_id);
