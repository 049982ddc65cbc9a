-- Cycles of the tasks of a department: periods with a goal, which follow each other.
CREATE TABLE task_cycle_lists (
  department_id uuid PRIMARY KEY REFERENCES departments (id) ON DELETE CASCADE,
  -- Off: its former cycles are kept as history, and no new ones are made.
  is_on boolean NOT NULL,
  weeks int NOT NULL CHECK (weeks BETWEEN 1 AND 8),
  -- 1 is Monday.
  weekday int NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  -- Weeks between two cycles.
  pause_weeks int NOT NULL CHECK (pause_weeks BETWEEN 0 AND 4),
  -- Unfinished tasks move to the next cycle at the end of one; else they leave it.
  moves_on boolean NOT NULL,
  last_number int NOT NULL DEFAULT 0,
  -- The person who last set them: the history names them for tasks that move at the end of a cycle.
  set_by uuid REFERENCES accounts (id) ON DELETE SET NULL,
  version int NOT NULL DEFAULT 1
);
CREATE INDEX task_cycle_lists_set_by ON task_cycle_lists (set_by);

CREATE TABLE task_cycles (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  department_id uuid NOT NULL REFERENCES departments (id) ON DELETE CASCADE,
  name text NOT NULL,
  goal text NOT NULL DEFAULT '',
  -- Days of the company; the last one is part of the cycle.
  starts_on date NOT NULL,
  ends_on date NOT NULL CHECK (ends_on >= starts_on),
  ended_at timestamptz,
  -- The cycle to which unfinished tasks moved.
  moved_to uuid REFERENCES task_cycles (id) ON DELETE SET NULL,
  version int NOT NULL DEFAULT 1
);
CREATE INDEX task_cycles_department ON task_cycles (department_id, starts_on, id);
CREATE INDEX task_cycles_open ON task_cycles (ends_on) WHERE ended_at IS NULL;
CREATE INDEX task_cycles_moved_to ON task_cycles (moved_to) WHERE moved_to IS NOT NULL;

ALTER TABLE tasks ADD COLUMN cycle_id uuid REFERENCES task_cycles (id) ON DELETE SET NULL;
CREATE INDEX tasks_cycle ON tasks (cycle_id) WHERE cycle_id IS NOT NULL;

-- When a task was in a cycle. It stays when the task is deleted: the cycle counts it as removed.
CREATE TABLE task_cycle_spans (
  cycle_id uuid NOT NULL REFERENCES task_cycles (id) ON DELETE CASCADE,
  task_id uuid NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  left_at timestamptz
);
CREATE INDEX task_cycle_spans_cycle ON task_cycle_spans (cycle_id, task_id);
CREATE INDEX task_cycle_spans_open ON task_cycle_spans (task_id) WHERE left_at IS NULL;

-- The report of a cycle that has ended: each task as it was at the end. Nothing changes it afterwards.
CREATE TABLE task_cycle_outcomes (
  cycle_id uuid NOT NULL REFERENCES task_cycles (id) ON DELETE CASCADE,
  task_id uuid NOT NULL,
  title text NOT NULL,
  status text NOT NULL,
  -- The name of the company's own state.
  state text,
  is_planned boolean NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('done', 'moved', 'left', 'removed')),
  estimate_minutes int,
  PRIMARY KEY (cycle_id, task_id)
);
CREATE INDEX task_cycle_outcomes_order ON task_cycle_outcomes (cycle_id, outcome, task_id);

CREATE TABLE task_cycle_days (
  cycle_id uuid NOT NULL REFERENCES task_cycles (id) ON DELETE CASCADE,
  day date NOT NULL,
  scope int NOT NULL,
  done int NOT NULL,
  scope_minutes int NOT NULL,
  done_minutes int NOT NULL,
  PRIMARY KEY (cycle_id, day)
);

-- Whatever writes a task, its cycle is one of its department, and a task never comes into a cycle that has ended.
CREATE FUNCTION keep_task_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.cycle_id IS NULL OR (TG_OP = 'UPDATE'
    AND (NEW.cycle_id, NEW.department_id) IS NOT DISTINCT FROM (OLD.cycle_id, OLD.department_id)) THEN
    RETURN NEW;
  END IF;
  IF NOT EXISTS (SELECT FROM task_cycles c WHERE c.id = NEW.cycle_id AND c.department_id = NEW.department_id
    AND (c.ended_at IS NULL OR (TG_OP = 'UPDATE' AND OLD.cycle_id = NEW.cycle_id))) THEN
    NEW.cycle_id := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tasks_keep_cycle BEFORE INSERT OR UPDATE OF cycle_id, department_id ON tasks
  FOR EACH ROW EXECUTE FUNCTION keep_task_cycle();

CREATE FUNCTION note_task_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE task_cycle_spans SET left_at = coalesce(OLD.deleted_at, now()) WHERE task_id = OLD.id AND left_at IS NULL;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.cycle_id IS NOT DISTINCT FROM OLD.cycle_id THEN RETURN NULL; END IF;
    IF OLD.cycle_id IS NOT NULL THEN
      -- As long as it can be undone, it was a mistake: the task was never in the cycle.
      DELETE FROM task_cycle_spans WHERE task_id = NEW.id AND cycle_id = OLD.cycle_id AND left_at IS NULL
        AND added_at > now() - interval '2 minutes';
      UPDATE task_cycle_spans SET left_at = now() WHERE task_id = NEW.id AND left_at IS NULL;
    END IF;
  END IF;
  IF NEW.cycle_id IS NOT NULL THEN
    INSERT INTO task_cycle_spans (cycle_id, task_id) VALUES (NEW.cycle_id, NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_note_cycle AFTER INSERT OR UPDATE OF cycle_id, department_id OR DELETE ON tasks
  FOR EACH ROW EXECUTE FUNCTION note_task_cycle();
