-- Guests of events are attendees, who answer. The database keeps the invitation and the attendee together, whatever code
-- changes one of them.
CREATE FUNCTION keep_strange_guests_from_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM accounts WHERE id = NEW.user_id AND guest_until IS NOT NULL) AND NOT EXISTS (
    SELECT FROM guest_access WHERE subject_id = NEW.event_id AND subject_kind = 'event' AND guest_id = NEW.user_id
  ) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER event_attendees_keep_strange_guests BEFORE INSERT ON event_attendees
  FOR EACH ROW EXECUTE FUNCTION keep_strange_guests_from_events();

CREATE FUNCTION end_guest_access_of_attendee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM guest_access WHERE subject_id = OLD.event_id AND subject_kind = 'event' AND guest_id = OLD.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER event_attendees_end_guest_access AFTER DELETE ON event_attendees
  FOR EACH ROW EXECUTE FUNCTION end_guest_access_of_attendee();

CREATE FUNCTION make_guest_attend() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO event_attendees (event_id, user_id, added_by) VALUES (NEW.subject_id, NEW.guest_id, NEW.invited_by)
      ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM event_attendees WHERE event_id = OLD.subject_id AND user_id = OLD.guest_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER guest_access_attends AFTER INSERT ON guest_access FOR EACH ROW
  WHEN (NEW.subject_kind = 'event') EXECUTE FUNCTION make_guest_attend();
CREATE TRIGGER guest_access_attends_no_more AFTER DELETE ON guest_access FOR EACH ROW
  WHEN (OLD.subject_kind = 'event') EXECUTE FUNCTION make_guest_attend();

-- The later part of a series that is split has the same guests.
CREATE FUNCTION copy_guest_access(kind text, from_id uuid, to_id uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO guest_access (subject_kind, subject_id, guest_id, may_comment, invited_by)
    SELECT subject_kind, to_id, guest_id, may_comment, invited_by FROM guest_access
    WHERE subject_id = from_id AND subject_kind = kind ORDER BY guest_id
    ON CONFLICT DO NOTHING;
$$;

-- Guests hear of every change of an event that they see, and of who comes.
CREATE FUNCTION announce_event_to_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deleted_at IS NULL OR NEW.deleted_at IS NULL THEN
    PERFORM tell_guests_of('event', NEW.id, NEW.deleted_at IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER events_announce_to_guests AFTER UPDATE ON events FOR EACH ROW
  WHEN ((OLD.version, OLD.deleted_at) IS DISTINCT FROM (NEW.version, NEW.deleted_at))
  EXECUTE FUNCTION announce_event_to_guests();
CREATE FUNCTION announce_answer_to_guests() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.event_id ELSE NEW.event_id END;
BEGIN
  IF EXISTS (SELECT FROM events WHERE id = event AND deleted_at IS NULL) THEN
    PERFORM tell_guests_of('event', event, false);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_attendees_announce_to_guests AFTER INSERT OR DELETE OR UPDATE OF rsvp ON event_attendees
  FOR EACH ROW EXECUTE FUNCTION announce_answer_to_guests();
CREATE TRIGGER event_answers_announce_to_guests AFTER INSERT OR DELETE OR UPDATE OF rsvp ON event_answers
  FOR EACH ROW EXECUTE FUNCTION announce_answer_to_guests();
CREATE TRIGGER events_end_guest_access AFTER DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION end_guest_access_to_thing('event');

-- As before, and nobody hears of their invitation to an event that is deleted. (963-what-guests-hear.sql)
CREATE OR REPLACE FUNCTION announce_guest_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row guest_access := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF NOT EXISTS (SELECT FROM tasks WHERE row.subject_kind = 'task' AND id = row.subject_id AND deleted_at IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM articles WHERE row.subject_kind = 'article' AND id = row.subject_id AND status <> 'PUBLISHED')
    AND NOT EXISTS (
      SELECT FROM events WHERE row.subject_kind = 'event' AND id = row.subject_id AND deleted_at IS NOT NULL)
  THEN
    PERFORM pg_notify('atoll_guest_thing', concat_ws(' ', row.guest_id, row.subject_kind, row.subject_id,
      CASE WHEN TG_OP = 'DELETE' THEN 'over' END));
  END IF;
  RETURN NULL;
END $$;
