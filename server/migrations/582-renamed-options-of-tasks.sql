-- Options of fields of tasks that were renamed, or replaced by another one, while many tasks have the former name: a job
-- writes the new one in batches. Until then, no other option of the field can be renamed.
CREATE TABLE task_option_renames (
  field text PRIMARY KEY,
  -- The new names by the former ones.
  renames jsonb NOT NULL
);
-- Deleted tasks can be restored, and are renamed too.
DROP INDEX tasks_fields;
CREATE INDEX tasks_fields ON tasks USING gin (fields jsonb_path_ops);
