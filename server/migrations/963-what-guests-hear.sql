-- Guests hear of what they see of a thing, while they may read it, and of its end. Before, they heard of every write to its
-- row: each save of a draft, each vote, each tag. (961-guests-beyond-channels.sql, 962-guests-of-pages.sql)
DROP TRIGGER tasks_announce_to_guests ON tasks;
DROP TRIGGER articles_announce_to_guests ON articles;
DROP FUNCTION announce_thing_of_guests();

CREATE FUNCTION tell_guests_of(kind text, thing uuid, is_over boolean) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('atoll_guest_thing', concat_ws(' ', guest_id, subject_kind, subject_id, CASE WHEN is_over THEN 'over' END))
    FROM guest_access WHERE subject_id = thing AND subject_kind = kind;
$$;

CREATE FUNCTION announce_task_to_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deleted_at IS NULL OR NEW.deleted_at IS NULL THEN
    PERFORM tell_guests_of('task', NEW.id, NEW.deleted_at IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_announce_to_guests AFTER UPDATE ON tasks FOR EACH ROW
  WHEN ((OLD.title, OLD.description_version, OLD.status, OLD.state_id, OLD.due_date, OLD.due_time, OLD.due_zone,
      OLD.assignee_id, OLD.deleted_at, OLD.comment_count)
    IS DISTINCT FROM (NEW.title, NEW.description_version, NEW.status, NEW.state_id, NEW.due_date, NEW.due_time, NEW.due_zone,
      NEW.assignee_id, NEW.deleted_at, NEW.comment_count))
  EXECUTE FUNCTION announce_task_to_guests();

CREATE FUNCTION announce_file_to_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM tasks WHERE id = NEW.subject_id AND deleted_at IS NULL) THEN
    PERFORM tell_guests_of('task', NEW.subject_id, false);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER files_announce_to_guests AFTER INSERT OR UPDATE OF subject_kind, subject_id, discarded_at ON files FOR EACH ROW
  WHEN (NEW.subject_kind = 'task') EXECUTE FUNCTION announce_file_to_guests();

CREATE FUNCTION announce_article_to_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'PUBLISHED' OR NEW.status = 'PUBLISHED' THEN
    PERFORM tell_guests_of('article', NEW.id, NEW.status <> 'PUBLISHED');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER articles_announce_to_guests AFTER UPDATE ON articles FOR EACH ROW
  WHEN ((OLD.version, OLD.title, OLD.summary, OLD.kind, OLD.status)
    IS DISTINCT FROM (NEW.version, NEW.title, NEW.summary, NEW.kind, NEW.status))
  EXECUTE FUNCTION announce_article_to_guests();

-- An invitation to a thing that guests may not read now, such as a draft, is told when they may.
CREATE OR REPLACE FUNCTION announce_guest_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row guest_access := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF NOT EXISTS (SELECT FROM tasks WHERE row.subject_kind = 'task' AND id = row.subject_id AND deleted_at IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM articles WHERE row.subject_kind = 'article' AND id = row.subject_id AND status <> 'PUBLISHED')
  THEN
    PERFORM pg_notify('atoll_guest_thing', concat_ws(' ', row.guest_id, row.subject_kind, row.subject_id,
      CASE WHEN TG_OP = 'DELETE' THEN 'over' END));
  END IF;
  RETURN NULL;
END $$;

-- A guest who becomes a colleague would read the tasks that they did as a colleague, with all around them.
CREATE OR REPLACE FUNCTION end_guest_access_of_colleague() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH freed AS (
    UPDATE tasks SET assignee_id = NULL, version = version + 1 WHERE assignee_id = NEW.id RETURNING id
  )
  INSERT INTO object_changes (change_id, subject_kind, subject_id, actor_id, field, before, after)
    SELECT gen_random_uuid(), 'task', id, NEW.id, 'assignee', to_jsonb(NEW.id), 'null'::jsonb FROM freed;
  DELETE FROM guest_access WHERE guest_id = NEW.id;
  RETURN NULL;
END $$;
