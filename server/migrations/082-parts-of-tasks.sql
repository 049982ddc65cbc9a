-- Parts of tasks are marked: who reads the whole reads them, whatever they say themselves. Everything else that a person
-- may read of tasks is known by the marks of people and departments, or by what they watch.
CREATE OR REPLACE VIEW search_task AS
SELECT t.id, t.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, t.title,
  concat_ws(E'\n', t.description, nullif(array_to_string(t.tags, ' '), '')) AS body,
  array_remove(ARRAY[t.created_by, t.assignee_id], NULL) AS people,
  array_remove(ARRAY[t.department_id], NULL) AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = t.id AND f.subject_kind = 'task' AND f.discarded_at IS NULL) AS has_file,
  t.description ~ 'https?://' AS has_link, t.parent_id IS NOT NULL AS is_part
FROM tasks t WHERE t.deleted_at IS NULL;
DROP TRIGGER tasks_search_changed ON tasks;
CREATE TRIGGER tasks_search_changed
  AFTER UPDATE OF title, description, tags, created_by, assignee_id, department_id, parent_id, deleted_at ON tasks
  FOR EACH ROW WHEN ((OLD.title, OLD.description, OLD.tags, OLD.created_by, OLD.assignee_id, OLD.department_id, OLD.parent_id, OLD.deleted_at)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.tags, NEW.created_by, NEW.assignee_id, NEW.department_id, NEW.parent_id, NEW.deleted_at))
  EXECUTE FUNCTION search_follow('task', 'id');

-- As before, and what is part of another thing of its kind, by a view that says so, has the mark '/part'.
CREATE OR REPLACE FUNCTION search_source(thing text) RETURNS void LANGUAGE plpgsql AS $make$
DECLARE
  part text := CASE WHEN EXISTS (SELECT FROM pg_attribute
    WHERE attrelid = ('search_' || thing)::regclass AND attname = 'is_part') THEN 'CASE WHEN is_part THEN ''/part'' END' ELSE 'NULL' END;
BEGIN
  EXECUTE format($q$
CREATE OR REPLACE FUNCTION %2$I(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  new_words text[];
BEGIN
  DELETE FROM search_entries e WHERE e.kind = %1$L AND e.id = ANY (ids)
    AND NOT EXISTS (SELECT FROM %3$I s WHERE s.id = e.id);
  WITH parted AS MATERIALIZED (
    SELECT s.*, t.folded_title, b.folded_body, p.words, p.pairs
    FROM %3$I s, LATERAL search_fold(s.title) AS t (folded_title), LATERAL search_fold_long(s.body) AS b (folded_body),
      LATERAL search_parts(t.folded_title || ' ' || b.folded_body) AS p
    WHERE s.id = ANY (ids)
  ), written AS (
    INSERT INTO search_entries (kind, id, at, subject_kind, subject_id, title, folded, lexemes)
    SELECT %1$L, id, at, subject_kind, subject_id, folded_title, folded_body, search_lexemes(words || pairs,
      ARRAY['/' || %1$L, CASE WHEN has_file THEN '/file' END, CASE WHEN has_link THEN '/link' END, '/c' || channel_id, %4$s]
      || ARRAY(SELECT '/p' || one FROM unnest(people) AS one) || ARRAY(SELECT '/d' || one FROM unnest(departments) AS one))
    FROM parted
    ON CONFLICT (id, kind) DO UPDATE SET at = excluded.at, subject_kind = excluded.subject_kind,
      subject_id = excluded.subject_id, title = excluded.title, folded = excluded.folded, lexemes = excluded.lexemes
  )
  SELECT array_agg(DISTINCT u.word) INTO new_words FROM parted, unnest(parted.words) AS u (word)
  WHERE NOT EXISTS (SELECT FROM search_words w WHERE w.word = u.word COLLATE "C");
  IF new_words IS NOT NULL THEN
    INSERT INTO search_words (word) SELECT word FROM unnest(new_words) AS word ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
END $$$q$, thing, 'search_index_' || thing, 'search_' || thing, part);
END $make$;
SELECT search_source('task');
SELECT search_index('task', array_agg(id)) FROM tasks WHERE parent_id IS NOT NULL AND deleted_at IS NULL
HAVING count(*) > 0;
