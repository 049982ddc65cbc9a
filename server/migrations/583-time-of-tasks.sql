-- What a task is expected to take, and the time that people have spent on it.
ALTER TABLE tasks
  ADD COLUMN estimate_minutes int CHECK (estimate_minutes BETWEEN 1 AND 60000),
  -- The sum of its entries, kept by a trigger: every list shows it.
  ADD COLUMN tracked_minutes int NOT NULL DEFAULT 0;

CREATE TABLE task_time_entries (
  id uuid PRIMARY KEY,
  task_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The day in the zone of the person.
  day date NOT NULL,
  minutes int NOT NULL CHECK (minutes BETWEEN 1 AND 60000),
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX task_time_entries_task ON task_time_entries (task_id, day, id);
CREATE INDEX task_time_entries_person ON task_time_entries (user_id, day, id);
CREATE INDEX task_time_entries_day ON task_time_entries (day, id);

CREATE FUNCTION keep_tracked_minutes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tasks t SET tracked_minutes = t.tracked_minutes + c.minutes
  FROM (SELECT task_id, sum(CASE WHEN TG_OP = 'DELETE' THEN -minutes ELSE minutes END)::int AS minutes
    FROM changed GROUP BY task_id) c WHERE t.id = c.task_id;
  RETURN NULL;
END $$;
CREATE TRIGGER task_time_entries_added AFTER INSERT ON task_time_entries
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_tracked_minutes();
CREATE TRIGGER task_time_entries_removed AFTER DELETE ON task_time_entries
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_tracked_minutes();

-- The one timer that a person has running, on whichever device it was started.
CREATE TABLE task_timers (
  user_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  task_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  -- In milliseconds, as browsers name the timer that they stop.
  started_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX task_timers_task ON task_timers (task_id);
