-- An erasure also changes the poll, the mentions and the buttons of a message: what a hold covers is kept as it was.
DROP TRIGGER messages_keep_held_changed ON messages;
CREATE TRIGGER messages_keep_held_changed AFTER UPDATE OF content, deleted_at, mentions, poll, buttons ON messages FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND (OLD.content IS DISTINCT FROM NEW.content OR NEW.deleted_at IS NOT NULL
    OR (coalesce(current_setting('atoll.erasure', true), '') <> ''
      AND (OLD.mentions, OLD.poll, OLD.buttons) IS DISTINCT FROM (NEW.mentions, NEW.poll, NEW.buttons))))
  EXECUTE FUNCTION keep_held_message();
