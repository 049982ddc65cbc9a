-- One history of changes for every kind of object that people edit; it was the tasks' own.
ALTER TABLE task_changes RENAME TO object_changes;
ALTER TABLE object_changes RENAME COLUMN task_id TO subject_id;
ALTER TABLE object_changes ADD COLUMN subject_kind text NOT NULL DEFAULT 'task';
ALTER TABLE object_changes ALTER COLUMN subject_kind DROP DEFAULT;
ALTER TABLE object_changes DROP CONSTRAINT task_changes_task_id_fkey;
ALTER TABLE object_changes RENAME CONSTRAINT task_changes_pkey TO object_changes_pkey;
ALTER TABLE object_changes RENAME CONSTRAINT task_changes_actor_id_fkey TO object_changes_actor_id_fkey;
ALTER SEQUENCE task_changes_id_seq RENAME TO object_changes_id_seq;
ALTER INDEX task_changes_task RENAME TO object_changes_subject;
ALTER INDEX task_changes_change RENAME TO object_changes_change;

-- An object that is deleted for good takes its history with it. Every kind's table has a trigger that names the kind.
CREATE FUNCTION delete_changes_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM object_changes c USING gone WHERE c.subject_id = gone.id AND c.subject_kind = TG_ARGV[0];
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_delete_changes AFTER DELETE ON tasks
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_changes_of('task');
