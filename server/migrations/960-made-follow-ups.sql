-- A follow-up becomes a task once: also if it is taken out of the report and comes back, and once its task is deleted.
ALTER TABLE incident_follow_ups
  ADD COLUMN made_at timestamptz,
  -- Taken out of the report, but it has become a task.
  ADD COLUMN is_removed boolean NOT NULL DEFAULT false;
UPDATE incident_follow_ups SET made_at = now() WHERE task_id IS NOT NULL;
