-- A page or a task that fewer people read than before has no guests any more: those who invited them decided for the readers
-- that it had. The inviters are notified. Merging departments narrows nothing, and says so with `atoll.keeps_guests`.

-- The person in whose name this transaction writes. Null for the server itself.
CREATE FUNCTION acting_person() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT id FROM profiles WHERE id = coalesce(
    nullif(current_setting('atoll.viewer', true), ''), nullif(current_setting('atoll.actor', true), ''))::uuid;
$$;

CREATE FUNCTION take_tasks_from(guests uuid[], task uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH freed AS (
    UPDATE tasks t SET assignee_id = NULL, version = t.version + 1 FROM tasks before
      WHERE before.id = t.id AND t.assignee_id = ANY(guests) AND (task IS NULL OR t.id = task)
      RETURNING t.id, before.assignee_id
  )
  INSERT INTO object_changes (change_id, subject_kind, subject_id, actor_id, field, before, after)
    SELECT gen_random_uuid(), 'task', id, acting_person(), 'assignee', to_jsonb(assignee_id), 'null'::jsonb FROM freed;
END $$;

CREATE FUNCTION end_guests_of(thing_kind text, thing uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ended uuid[];
  inviters uuid[];
BEGIN
  IF current_setting('atoll.keeps_guests', true) = 'on' THEN
    RETURN;
  END IF;
  WITH gone AS (
    DELETE FROM guest_access WHERE subject_id = thing AND subject_kind = thing_kind RETURNING guest_id, invited_by
  )
  SELECT array_agg(guest_id), array_agg(DISTINCT invited_by) FILTER (WHERE invited_by IS NOT NULL)
    INTO ended, inviters FROM gone;
  IF ended IS NOT NULL AND thing_kind = 'task' THEN
    PERFORM take_tasks_from(ended, thing);
  END IF;
  IF inviters IS NOT NULL THEN
    INSERT INTO tellings (kind, subject_id, people, spared) VALUES ('guest-access.ended', thing, inviters, '{}');
  END IF;
END $$;

-- An audience of nobody has this ID alone, and becomes wider by every change.
CREATE FUNCTION is_narrower(before uuid[], after uuid[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT after <> '{}' AND (before = '{}' OR NOT before <@ after);
$$;
CREATE FUNCTION is_of_nobody(departments uuid[], roles uuid[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT '00000000-0000-0000-0000-000000000000' = ANY(departments || roles);
$$;
CREATE FUNCTION end_guests_of_narrowed_article() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_guests_of('article', NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER articles_end_guests_of_narrowed AFTER UPDATE OF shown_department_ids, shown_role_ids ON articles FOR EACH ROW
  WHEN (NOT is_of_nobody(OLD.shown_department_ids, OLD.shown_role_ids)
    AND (is_narrower(OLD.shown_department_ids, NEW.shown_department_ids) OR is_narrower(OLD.shown_role_ids, NEW.shown_role_ids)))
  EXECUTE FUNCTION end_guests_of_narrowed_article();

-- Readers of a task also read its sub-tasks. Those of the old department lose them with it, except the sub-tasks that stay in
-- that department.
CREATE FUNCTION end_guests_of_moved_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_guests_of('task', NEW.id);
  PERFORM end_guests_of('task', id) FROM tasks
    WHERE parent_id = NEW.id AND department_id IS DISTINCT FROM OLD.department_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_end_guests_of_narrowed AFTER UPDATE OF department_id ON tasks FOR EACH ROW
  WHEN (OLD.department_id IS NOT NULL AND OLD.department_id IS DISTINCT FROM NEW.department_id)
  EXECUTE FUNCTION end_guests_of_moved_task();

-- As before, but the history says who made the guest a colleague, not the guest, and the other attendees hear of it.
-- (963-what-guests-hear.sql)
CREATE OR REPLACE FUNCTION end_guest_access_of_colleague() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM take_tasks_from(ARRAY[NEW.id], NULL);
  PERFORM pg_notify('atoll_guest_thing', concat_ws(' ', guest_id, subject_kind, subject_id, 'left'))
    FROM guest_access WHERE guest_id = NEW.id AND subject_kind = 'event';
  DELETE FROM guest_access WHERE guest_id = NEW.id;
  RETURN NULL;
END $$;

-- Every end of an access to a thing is in the audit log, whatever code ended it. Written at the commit, because the log has
-- one writer at a time. The title is left out, as the log is read by people who may not read the thing.
CREATE FUNCTION log_end_of_guest_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_log (actor_id, actor_name, action, subject_type, subject_id, subject_name, before, address)
    SELECT actor.id, actor.name, 'guest.thing-closed', 'user', guest.id, guest.name,
      jsonb_build_object('thing', OLD.subject_kind, 'thingId', OLD.subject_id),
      coalesce(current_setting('atoll.address', true), '')
    FROM profiles guest LEFT JOIN profiles actor ON actor.id = acting_person() WHERE guest.id = OLD.guest_id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER guest_access_logs_end AFTER DELETE ON guest_access DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION log_end_of_guest_access();
