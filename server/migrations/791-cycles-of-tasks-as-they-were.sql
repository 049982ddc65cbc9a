-- A cycle knows a task as it was when it left: what happens to it afterwards, maybe where readers of the cycle may not see
-- it, is no part of the report.
ALTER TABLE task_cycle_spans ADD COLUMN status text;
ALTER TABLE task_cycle_spans ADD COLUMN estimate_minutes int;
ALTER TABLE task_cycle_spans ADD COLUMN completed_at timestamptz;

-- Spans of ended cycles are in their reports.
DELETE FROM task_cycle_spans s USING task_cycles c WHERE c.id = s.cycle_id AND c.ended_at IS NOT NULL;
UPDATE task_cycle_spans s SET status = t.status, estimate_minutes = t.estimate_minutes, completed_at = t.completed_at
  FROM tasks t WHERE t.id = s.task_id AND s.left_at IS NOT NULL;

-- Titles of deleted tasks are shown to nobody.
CREATE INDEX task_cycle_outcomes_task ON task_cycle_outcomes (task_id);
UPDATE task_cycle_outcomes o SET title = '', state = NULL
  WHERE NOT EXISTS (SELECT FROM tasks t WHERE t.id = o.task_id AND t.deleted_at IS NULL);

CREATE OR REPLACE FUNCTION note_task_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM task_cycle_spans WHERE task_id = OLD.id AND left_at IS NULL
      AND added_at > OLD.deleted_at - interval '2 minutes';
    UPDATE task_cycle_spans SET left_at = coalesce(OLD.deleted_at, now()), status = OLD.status,
      estimate_minutes = OLD.estimate_minutes, completed_at = OLD.completed_at
      WHERE task_id = OLD.id AND left_at IS NULL;
    UPDATE task_cycle_outcomes SET title = '', state = NULL WHERE task_id = OLD.id;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.cycle_id IS NOT DISTINCT FROM OLD.cycle_id THEN RETURN NULL; END IF;
    IF OLD.cycle_id IS NOT NULL THEN
      -- As long as it can be undone, it was a mistake: the task was never in the cycle.
      DELETE FROM task_cycle_spans WHERE task_id = NEW.id AND cycle_id = OLD.cycle_id AND left_at IS NULL
        AND added_at > now() - interval '2 minutes';
      UPDATE task_cycle_spans SET left_at = now(), status = OLD.status,
        estimate_minutes = OLD.estimate_minutes, completed_at = OLD.completed_at
        WHERE task_id = NEW.id AND left_at IS NULL;
    END IF;
  END IF;
  IF NEW.cycle_id IS NOT NULL THEN
    INSERT INTO task_cycle_spans (cycle_id, task_id) VALUES (NEW.cycle_id, NEW.id);
  END IF;
  RETURN NULL;
END $$;
