-- Guests of pages hear of their changes, and nobody is a guest of one that is gone for good. (961-guests-beyond-channels.sql)
CREATE TRIGGER articles_announce_to_guests AFTER UPDATE ON articles
  FOR EACH ROW EXECUTE FUNCTION announce_thing_of_guests('article');
CREATE TRIGGER articles_end_guest_access AFTER DELETE ON articles
  FOR EACH ROW EXECUTE FUNCTION end_guest_access_to_thing('article');

-- As before, but a guest hears also that it is the end, and their browser need not ask.
CREATE OR REPLACE FUNCTION announce_guest_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row guest_access := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('atoll_guest_thing', concat_ws(' ', row.guest_id, row.subject_kind, row.subject_id,
    CASE WHEN TG_OP = 'DELETE' THEN 'over' END));
  RETURN NULL;
END $$;

-- A guest does no task that they are not invited to, whatever way of assigning it is added: an undo leaves it to nobody.
CREATE FUNCTION keep_tasks_from_strange_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM accounts WHERE id = NEW.assignee_id AND guest_until IS NOT NULL) AND NOT EXISTS (
    SELECT FROM guest_access WHERE subject_id = NEW.id AND subject_kind = 'task' AND guest_id = NEW.assignee_id
  ) THEN
    NEW.assignee_id := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tasks_keep_from_strange_guests BEFORE INSERT OR UPDATE OF assignee_id ON tasks
  FOR EACH ROW WHEN (NEW.assignee_id IS NOT NULL) EXECUTE FUNCTION keep_tasks_from_strange_guests();
