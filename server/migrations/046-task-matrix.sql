-- Within how many days a task is due that a person's matrix calls urgent. No row: as usual.
CREATE TABLE task_matrix_settings (
  user_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  urgent_days integer NOT NULL CHECK (urgent_days BETWEEN 0 AND 13)
);

-- The matrix reads what is still to be done and nothing else, of which a company has far less than of what is done.
CREATE INDEX tasks_open ON tasks (due_date, id)
  WHERE deleted_at IS NULL AND parent_id IS NULL AND status IN ('todo', 'in_progress', 'in_review');
