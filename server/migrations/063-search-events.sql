-- Events, for the search over everything. Of people only who holds one: who else comes is not for everybody to know who
-- may read it.
CREATE VIEW search_event AS
SELECT e.id, CASE WHEN isfinite(e.start_at) THEN e.start_at ELSE e.created_at END AS at, NULL::text AS subject_kind,
  NULL::uuid AS subject_id, e.title, concat_ws(E'\n', nullif(e.location, ''), nullif(e.description, '')) AS body,
  ARRAY[e.organiser_id] AS people, array_remove(ARRAY[e.department_id], NULL) AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = e.id AND f.subject_kind = 'event' AND f.discarded_at IS NULL) AS has_file,
  e.description ~ 'https?://' OR e.link <> '' AS has_link
FROM events e WHERE e.deleted_at IS NULL;
CREATE TRIGGER events_search_new AFTER INSERT OR DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION search_follow('event', 'id');
CREATE TRIGGER events_search_changed
  AFTER UPDATE OF title, description, location, link, organiser_id, department_id, start_at, deleted_at ON events
  FOR EACH ROW WHEN ((OLD.title, OLD.description, OLD.location, OLD.link, OLD.organiser_id, OLD.department_id, OLD.start_at, OLD.deleted_at)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.location, NEW.link, NEW.organiser_id, NEW.department_id, NEW.start_at, NEW.deleted_at))
  EXECUTE FUNCTION search_follow('event', 'id');
SELECT search_index_all('event');
