-- Events are commented on: with the row goes what was said, and not before, for a deletion can be undone.
CREATE TRIGGER events_delete_comments AFTER DELETE ON events
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_comments_of('event');
