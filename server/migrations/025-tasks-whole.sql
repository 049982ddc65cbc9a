-- Tasks, whole: their order, dates with times, tags, sub-tasks, who follows them, what holds them up, what they need,
-- and what was ever changed about them.

ALTER TABLE tasks
  ADD COLUMN rank text COLLATE "C",
  -- With a time, the day is one of the clock in this zone; without one it is due wherever that day is.
  ADD COLUMN due_time time,
  ADD COLUMN due_zone text,
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN parent_id uuid REFERENCES tasks (id) ON DELETE CASCADE,
  -- Of the matrix: said by a person, where the due date would say otherwise.
  ADD COLUMN is_urgent boolean,
  ADD COLUMN comment_count integer NOT NULL DEFAULT 0,
  -- Of title, description and everything else that is edited in a field.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN description_version integer NOT NULL DEFAULT 1,
  ADD COLUMN completed_at timestamptz,
  -- Kept for a while, so that a deletion can be undone.
  ADD COLUMN deleted_at timestamptz,
  ADD CHECK ((due_time IS NULL) = (due_zone IS NULL)),
  ADD CHECK (due_time IS NULL OR due_date IS NOT NULL),
  ADD CHECK (parent_id <> id);

-- Those that are there get a place each, in the order in which they were made: "d" is followed by four digits of 62.
CREATE FUNCTION pg_temp.digits62(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    (n / (62 ^ place)::bigint % 62)::int + 1, 1), '' ORDER BY place DESC)
  FROM generate_series(0, 3) place
$$;
UPDATE tasks SET rank = 'd' || pg_temp.digits62(numbered.n)
FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS n FROM tasks) numbered
WHERE numbered.id = tasks.id;
DROP FUNCTION pg_temp.digits62(bigint);
UPDATE tasks SET completed_at = updated_at WHERE status = 'done';
ALTER TABLE tasks ALTER COLUMN rank SET NOT NULL;

-- No two at one place of a column; also one that is deleted keeps its place, to come back to.
CREATE UNIQUE INDEX tasks_rank ON tasks (status, rank);
CREATE INDEX tasks_parent ON tasks (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX tasks_updated ON tasks (updated_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tasks_due ON tasks (due_date, id) WHERE due_date IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX tasks_tags ON tasks USING gin (tags) WHERE deleted_at IS NULL;
CREATE INDEX tasks_deleted ON tasks (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE task_watchers (
  task_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id),
  PRIMARY KEY (task_id, user_id)
);
CREATE INDEX task_watchers_user ON task_watchers (user_id, task_id);

-- The first waits for the second.
CREATE TABLE task_dependencies (
  blocked_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  blocker_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  PRIMARY KEY (blocked_id, blocker_id),
  CHECK (blocked_id <> blocker_id)
);
CREATE INDEX task_dependencies_blocker ON task_dependencies (blocker_id);

CREATE TABLE task_requirements (
  id uuid PRIMARY KEY,
  task_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  kind text NOT NULL DEFAULT 'resource',
  url text NOT NULL DEFAULT '',
  notes text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX task_requirements_task ON task_requirements (task_id, created_at, id);

-- Files are attached by the files' own table; these are the addresses of things that lie elsewhere.
CREATE TABLE task_links (
  id uuid PRIMARY KEY,
  task_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  added_by uuid NOT NULL REFERENCES profiles (id),
  url text NOT NULL,
  filename text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX task_links_task ON task_links (task_id, created_at, id);

-- What was changed, field by field. What one person did at one go has one change_id, and is undone at one go.
CREATE TABLE task_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_id uuid NOT NULL,
  task_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  actor_id uuid NOT NULL REFERENCES profiles (id),
  at timestamptz NOT NULL DEFAULT now(),
  field text NOT NULL,
  before jsonb,
  after jsonb,
  undone_at timestamptz
);
CREATE INDEX task_changes_task ON task_changes (task_id, id);
CREATE INDEX task_changes_change ON task_changes (change_id);

-- How long each task was in each status, from the first one on.
CREATE TABLE task_status_spans (
  task_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  status text NOT NULL,
  entered_at timestamptz NOT NULL,
  left_at timestamptz,
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
);
CREATE INDEX task_status_spans_task ON task_status_spans (task_id, entered_at);
CREATE INDEX task_status_spans_entered ON task_status_spans (entered_at);
INSERT INTO task_status_spans (task_id, status, entered_at) SELECT id, status, updated_at FROM tasks;

CREATE FUNCTION keep_task_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE task_status_spans SET left_at = clock_timestamp() WHERE task_id = NEW.id AND left_at IS NULL;
  END IF;
  INSERT INTO task_status_spans (task_id, status, entered_at)
    VALUES (NEW.id, NEW.status, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE clock_timestamp() END);
  RETURN NULL;
END $$;
CREATE TRIGGER task_status_inserted AFTER INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION keep_task_status();
CREATE TRIGGER task_status_updated AFTER UPDATE OF status ON tasks FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION keep_task_status();

-- One's own ways to look at tasks.
CREATE TABLE task_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  query text NOT NULL,
  position integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX task_views_user ON task_views (user_id, position, id);

INSERT INTO permissions (name, resource, action) VALUES ('tasks:manage', 'tasks', 'manage');
