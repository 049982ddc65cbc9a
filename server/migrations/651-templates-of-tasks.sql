-- Tasks with their sub-tasks from which others are made: of a person alone, or of a department, which keeps them when
-- their author leaves.
CREATE TABLE task_templates (
  id uuid PRIMARY KEY,
  owner_id uuid REFERENCES accounts (id) ON DELETE SET NULL,
  -- Null: of its owner alone.
  department_id uuid REFERENCES departments (id) ON DELETE CASCADE,
  name text NOT NULL,
  content jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX task_templates_owner ON task_templates (owner_id);
CREATE INDEX task_templates_department ON task_templates (department_id) WHERE department_id IS NOT NULL;

CREATE FUNCTION delete_own_task_templates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM task_templates WHERE owner_id = OLD.id AND department_id IS NULL;
  RETURN OLD;
END $$;
CREATE TRIGGER accounts_delete_task_templates BEFORE DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION delete_own_task_templates();
