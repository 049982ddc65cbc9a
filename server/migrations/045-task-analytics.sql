-- What analytics of tasks count by: when work on a task was begun and when it was finished, and the indexes for it.

ALTER TABLE tasks ADD COLUMN started_at timestamptz;

CREATE FUNCTION keep_task_times() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_archived boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was_archived := OLD.status = 'archived';
    NEW.completed_at := OLD.completed_at;
  END IF;
  -- What was finished and then put away stays finished, also when it is taken out again.
  IF NEW.status = 'done' THEN
    IF TG_OP = 'UPDATE' AND NOT was_archived THEN NEW.completed_at := NULL; END IF;
    NEW.completed_at := coalesce(NEW.completed_at, clock_timestamp());
  ELSIF NEW.status <> 'archived' THEN
    NEW.completed_at := NULL;
  END IF;
  IF NEW.status IN ('in_progress', 'in_review') THEN
    NEW.started_at := coalesce(NEW.started_at, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE clock_timestamp() END);
  ELSIF NEW.status = 'todo' AND NEW.started_at > clock_timestamp() - interval '2 minutes' THEN
    -- Somebody took back that it was begun.
    NEW.started_at := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER task_times_inserted BEFORE INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION keep_task_times();
CREATE TRIGGER task_times_updated BEFORE UPDATE OF status ON tasks FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION keep_task_times();

UPDATE tasks SET
  started_at = (SELECT min(s.entered_at) FROM task_status_spans s
    WHERE s.task_id = tasks.id AND s.status IN ('in_progress', 'in_review')),
  completed_at = CASE WHEN status = 'archived' THEN coalesce(completed_at, (SELECT max(s.entered_at)
    FROM task_status_spans s WHERE s.task_id = tasks.id AND s.status = 'done')) ELSE completed_at END
WHERE EXISTS (SELECT FROM task_status_spans s WHERE s.task_id = tasks.id AND s.status <> 'todo');

CREATE INDEX tasks_created ON tasks (created_at) WHERE deleted_at IS NULL;
CREATE INDEX tasks_completed ON tasks (completed_at) WHERE deleted_at IS NULL AND completed_at IS NOT NULL;
CREATE INDEX tasks_open_created ON tasks (created_at)
  WHERE deleted_at IS NULL AND status IN ('todo', 'in_progress', 'in_review');
-- Of the statuses in which somebody is still to do something: which were left since, or are not left yet.
CREATE INDEX task_status_spans_open ON task_status_spans (left_at) INCLUDE (task_id, status, entered_at)
  WHERE status IN ('todo', 'in_progress', 'in_review');
