-- States that a department, or the whole company, names for its tasks. Each belongs to one of the statuses of the board,
-- which everything that counts tasks goes by.
CREATE TABLE task_state_lists (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Null: of tasks without a department, and of departments without states of their own.
  department_id uuid REFERENCES departments (id) ON DELETE CASCADE,
  version int NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (department_id)
);

CREATE TABLE task_states (
  id uuid PRIMARY KEY,
  list_id uuid NOT NULL REFERENCES task_state_lists (id) ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('todo', 'in_progress', 'in_review', 'done')),
  name text NOT NULL,
  tone text NOT NULL,
  position int NOT NULL,
  -- The one that tasks get which come to the status without naming a state.
  is_default boolean NOT NULL,
  -- The one of the tasks of the status that have none of this list: they were there before the list was.
  is_base boolean NOT NULL,
  -- A removed state stays, so that the tasks in it are moved, and moved back, without writing them.
  is_removed boolean NOT NULL DEFAULT false,
  replaced_by uuid REFERENCES task_states (id) ON DELETE SET NULL
);
CREATE INDEX task_states_list ON task_states (list_id, position);
CREATE INDEX task_states_replaced ON task_states (replaced_by) WHERE replaced_by IS NOT NULL;

ALTER TABLE tasks ADD COLUMN state_id uuid REFERENCES task_states (id) ON DELETE SET NULL;
CREATE INDEX tasks_state ON tasks (state_id) WHERE state_id IS NOT NULL;

-- The state in use that a state has become: itself, or what replaced it since.
CREATE FUNCTION living_task_state(state uuid) RETURNS uuid LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF state IS NULL OR EXISTS (SELECT FROM task_states s WHERE s.id = state AND NOT s.is_removed) THEN RETURN state; END IF;
  RETURN (WITH RECURSIVE way (id, is_removed, replaced_by) AS (
    SELECT s.id, s.is_removed, s.replaced_by FROM task_states s WHERE s.id = state
    UNION SELECT s.id, s.is_removed, s.replaced_by FROM way JOIN task_states s ON s.id = way.replaced_by WHERE way.is_removed)
  SELECT id FROM way WHERE NOT is_removed LIMIT 1);
END $$;

-- The state that a task is in; null where its list has none. A department without states of its own has the company's.
-- Lists call it for each of their tasks: its plans are kept for the session, which those of a function in SQL are not.
CREATE FUNCTION state_of_task(department uuid, task_status text, state uuid) RETURNS uuid LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  living uuid := living_task_state(state);
BEGIN
  RETURN (SELECT s.id FROM task_states s JOIN task_state_lists l ON l.id = s.list_id
    WHERE s.status = task_status AND NOT s.is_removed AND (l.department_id = department OR l.department_id IS NULL)
    ORDER BY l.department_id IS NULL, (s.id = living) IS TRUE DESC, s.is_base DESC, s.position LIMIT 1);
END $$;

-- Whatever writes a task, its state is one of its list and of its status: else it gets the default of them.
CREATE FUNCTION keep_task_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.state_id, NEW.status) IS NOT DISTINCT FROM (OLD.state_id, OLD.status)
    AND (NEW.department_id IS NOT DISTINCT FROM OLD.department_id
      -- It stays in its state, which may be the base or what replaced the stored one, where the list stays the same.
      OR state_of_task(NEW.department_id, NEW.status, NEW.state_id)
        IS NOT DISTINCT FROM state_of_task(OLD.department_id, OLD.status, OLD.state_id)) THEN
    RETURN NEW;
  END IF;
  IF NEW.state_id IS NULL OR state_of_task(NEW.department_id, NEW.status, NEW.state_id) IS DISTINCT FROM NEW.state_id THEN
    NEW.state_id := (SELECT s.id FROM task_states s JOIN task_state_lists l ON l.id = s.list_id
      WHERE s.status = NEW.status AND NOT s.is_removed AND (l.department_id = NEW.department_id OR l.department_id IS NULL)
      ORDER BY l.department_id IS NULL, s.is_default DESC, s.position LIMIT 1);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tasks_keep_state BEFORE INSERT OR UPDATE OF status, state_id, department_id ON tasks
  FOR EACH ROW EXECUTE FUNCTION keep_task_state();
