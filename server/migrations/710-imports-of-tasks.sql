-- Imports of products with tasks: their places are boards with lists, whose tasks get a status and go to a department.
ALTER TABLE import_places DROP CONSTRAINT import_places_kind_check;
ALTER TABLE import_places
  ADD CHECK (kind IN ('public', 'private', 'direct', 'board', 'list')),
  -- The board of a list.
  ADD COLUMN parent_key text,
  -- Of a list: what its tasks become.
  ADD COLUMN status text CHECK (status IN ('todo', 'in_progress', 'in_review', 'done', 'archived')),
  -- Of a board. Null: its tasks are only for its people, also after the department was removed.
  ADD COLUMN department_id uuid REFERENCES departments (id) ON DELETE SET NULL;
CREATE INDEX import_places_department ON import_places (department_id) WHERE department_id IS NOT NULL;

-- A dry run looks for the tasks that wait for one among those that it has tried.
CREATE INDEX import_items_blocker ON import_items ((fingerprint::uuid)) WHERE kind = 'dependency';
