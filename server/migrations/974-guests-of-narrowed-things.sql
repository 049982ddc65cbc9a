-- A page or a task that fewer people read than before has no guests any more: those who invited them decided for the readers
-- that it had. The inviters are notified. Merging departments narrows nothing, and says so with `atoll.keeps_guests`.
CREATE FUNCTION end_guest_access_of_narrowed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended uuid[];
  inviters uuid[];
BEGIN
  IF current_setting('atoll.keeps_guests', true) = 'on' THEN
    RETURN NULL;
  END IF;
  WITH gone AS (
    DELETE FROM guest_access WHERE subject_id = NEW.id AND subject_kind = TG_ARGV[0] RETURNING guest_id, invited_by
  )
  SELECT array_agg(guest_id), array_agg(DISTINCT invited_by) FILTER (WHERE invited_by IS NOT NULL)
    INTO ended, inviters FROM gone;
  IF ended IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_ARGV[0] = 'task' THEN
    WITH freed AS (
      UPDATE tasks SET assignee_id = NULL, version = version + 1
        WHERE id = NEW.id AND assignee_id = ANY(ended) RETURNING id
    )
    INSERT INTO object_changes (change_id, subject_kind, subject_id, actor_id, field, before, after)
      SELECT gen_random_uuid(), 'task', id, NEW.assignee_id, 'assignee', to_jsonb(NEW.assignee_id), 'null'::jsonb FROM freed;
  END IF;
  IF inviters IS NOT NULL THEN
    INSERT INTO tellings (kind, subject_id, people, spared) VALUES ('guest-access.ended', NEW.id, inviters, '{}');
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION is_narrower(before uuid[], after uuid[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT after <> '{}' AND (before = '{}' OR NOT before <@ after);
$$;
CREATE TRIGGER articles_end_guests_of_narrowed AFTER UPDATE OF shown_department_ids, shown_role_ids ON articles FOR EACH ROW
  WHEN (is_narrower(OLD.shown_department_ids, NEW.shown_department_ids) OR is_narrower(OLD.shown_role_ids, NEW.shown_role_ids))
  EXECUTE FUNCTION end_guest_access_of_narrowed('article');
CREATE TRIGGER tasks_end_guests_of_narrowed AFTER UPDATE OF department_id ON tasks FOR EACH ROW
  WHEN (OLD.department_id IS NOT NULL AND OLD.department_id IS DISTINCT FROM NEW.department_id)
  EXECUTE FUNCTION end_guest_access_of_narrowed('task');
