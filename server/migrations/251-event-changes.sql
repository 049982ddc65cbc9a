-- Changes of events join the one history: what an event was before is kept by field there.
CREATE TRIGGER events_delete_changes AFTER DELETE ON events
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_changes_of('event');
-- They are kept for a day, as no history of an event is shown.
CREATE INDEX object_changes_event_at ON object_changes (at) WHERE subject_kind = 'event';

-- A change that is sent again after the update is still known; it can no longer be undone.
INSERT INTO object_changes (change_id, subject_kind, subject_id, actor_id, at, field, before, after)
SELECT change_id, 'event', event_id, actor_id, at, f.field, NULL, f.after
FROM event_changes, LATERAL (VALUES
  ('version', to_jsonb(version)),
  (CASE WHEN before IS NULL THEN 'created' END, 'true'::jsonb)) AS f (field, after)
WHERE f.field IS NOT NULL;
DROP TABLE event_changes;
