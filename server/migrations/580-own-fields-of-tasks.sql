-- Fields that a company adds to its tasks: one set for all tasks, and one of each department for its own.
CREATE TABLE task_field_sets (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- No reference: tasks that were moved keep their values when the department is removed, so that the names of its
  -- fields stay taken, and the tasks still show what they mean.
  department_id uuid,
  fields jsonb NOT NULL DEFAULT '[]',
  -- Sent back with each change, so that nobody overwrites what they have not seen.
  version int NOT NULL DEFAULT 1,
  UNIQUE NULLS NOT DISTINCT (department_id)
);

-- The values of a task by the names of their fields, which are unique in the company: a task that moves to another
-- department keeps them.
ALTER TABLE tasks ADD COLUMN fields jsonb NOT NULL DEFAULT '{}';
CREATE INDEX tasks_fields ON tasks USING gin (fields jsonb_path_ops) WHERE deleted_at IS NULL;

-- Tasks are found by the texts and choices in their fields, too, apart from the people whom fields name.
CREATE FUNCTION words_of_fields(fields jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(left(word, 2000), E'\n' ORDER BY name, word) FROM jsonb_each(fields) AS f (name, value),
    LATERAL (SELECT value #>> '{}' AS word WHERE jsonb_typeof(value) = 'string'
      UNION ALL SELECT item FROM jsonb_array_elements_text(CASE WHEN jsonb_typeof(value) = 'array' THEN value ELSE '[]' END) AS item) w
  WHERE word !~ '^[0-9a-f]{8}-[0-9a-f]{4}-'
$$;
CREATE OR REPLACE VIEW search_task AS
SELECT t.id, t.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, t.title,
  concat_ws(E'\n', t.description, nullif(array_to_string(t.tags, ' '), ''), words_of_fields(t.fields)) AS body,
  array_remove(ARRAY[t.created_by, t.assignee_id], NULL) AS people,
  array_remove(ARRAY[t.department_id], NULL) AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = t.id AND f.subject_kind = 'task' AND f.discarded_at IS NULL) AS has_file,
  t.description ~ 'https?://' OR t.fields::text ~ 'https?://' AS has_link, t.parent_id IS NOT NULL AS is_part
FROM tasks t WHERE t.deleted_at IS NULL;
DROP TRIGGER tasks_search_changed ON tasks;
CREATE TRIGGER tasks_search_changed
  AFTER UPDATE OF title, description, tags, fields, created_by, assignee_id, department_id, parent_id, deleted_at ON tasks
  FOR EACH ROW WHEN ((OLD.title, OLD.description, OLD.tags, OLD.fields, OLD.created_by, OLD.assignee_id, OLD.department_id, OLD.parent_id, OLD.deleted_at)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.tags, NEW.fields, NEW.created_by, NEW.assignee_id, NEW.department_id, NEW.parent_id, NEW.deleted_at))
  EXECUTE FUNCTION search_follow('task');
