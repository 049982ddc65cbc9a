-- The trigger, conditions and actions of a run, from its first try until it ends, so that an edit of the automation in
-- between changes nothing about it.
ALTER TABLE automation_runs ADD COLUMN parts jsonb;
