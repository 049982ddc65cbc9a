-- A deleted task leaves its item, to be ticked by hand. When the deletion is undone, the item is the task's again: both
-- have the same ID. A tick by hand stays, with the name of the person.
CREATE OR REPLACE FUNCTION tick_task_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
    UPDATE onboarding_items SET task_id = NEW.id WHERE id = NEW.id AND kind = 'task' AND task_id IS NULL;
  END IF;
  UPDATE onboarding_items SET
    done_at = CASE WHEN NEW.status IN ('done', 'archived') THEN coalesce(done_at, now())
      WHEN OLD.status IN ('done', 'archived') THEN NULL ELSE done_at END,
    done_by = CASE WHEN NEW.status IN ('done', 'archived') THEN coalesce(done_by, NEW.assignee_id)
      WHEN OLD.status IN ('done', 'archived') THEN NULL ELSE done_by END,
    task_id = CASE WHEN NEW.deleted_at IS NULL THEN task_id END
  WHERE task_id = NEW.id;
  RETURN NULL;
END $$;

-- The same for a meeting that is cancelled, and comes back.
CREATE OR REPLACE FUNCTION move_event_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
    UPDATE onboarding_items SET event_id = NEW.id WHERE id = NEW.id AND kind = 'event' AND event_id IS NULL;
  END IF;
  UPDATE onboarding_items SET due_on = left(NEW.starts, 10)::date, at_time = nullif(substr(NEW.starts, 12, 5), ''),
    event_id = CASE WHEN NEW.deleted_at IS NULL THEN event_id END
  WHERE event_id = NEW.id;
  RETURN NULL;
END $$;
