-- What the hidden author of a question decides about it is stored without their name.
ALTER TABLE object_changes ALTER COLUMN actor_id DROP NOT NULL;

CREATE TRIGGER questions_delete_changes AFTER DELETE ON questions
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_changes_of('question');
CREATE TRIGGER articles_delete_changes AFTER DELETE ON articles
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_changes_of('article');
CREATE TRIGGER announcements_delete_changes AFTER DELETE ON announcements
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_changes_of('announcement');

-- Finds the changes that can no longer be undone, of kinds whose changes nobody reads as a history.
DROP INDEX object_changes_idea_at;
CREATE INDEX object_changes_kept_to_undo ON object_changes (at)
  WHERE subject_kind IN ('idea', 'question', 'article', 'announcement');
