-- Tasks, as far as they can be made from a chat. The columns that nothing sets yet are those of the entity.

CREATE TABLE tasks (
  -- The browser's own, so that a task that is sent again is one task.
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (title <> ''),
  description text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'todo' CHECK (status IN ('todo', 'in_progress', 'in_review', 'done', 'archived')),
  priority text NOT NULL DEFAULT 'medium' CHECK (priority IN ('urgent', 'high', 'medium', 'low')),
  due_date date,
  -- People by their profiles: a task outlasts the account of whoever made it.
  created_by uuid NOT NULL REFERENCES profiles (id),
  assignee_id uuid REFERENCES profiles (id),
  department_id uuid REFERENCES departments (id) ON DELETE SET NULL,
  source_message_id uuid REFERENCES messages (id) ON DELETE SET NULL,
  -- Of all that was sent: a repeated creation is recognised even after an edit.
  sent_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tasks_created_by ON tasks (created_by, id);
CREATE INDEX tasks_assignee ON tasks (assignee_id, id) WHERE assignee_id IS NOT NULL;
CREATE INDEX tasks_department ON tasks (department_id) WHERE department_id IS NOT NULL;
CREATE INDEX tasks_source_message ON tasks (source_message_id) WHERE source_message_id IS NOT NULL;
