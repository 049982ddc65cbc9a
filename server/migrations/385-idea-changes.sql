-- An idea that is deleted takes the changes that could be undone with it.
CREATE TRIGGER ideas_delete_changes AFTER DELETE ON ideas
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_changes_of('idea');
-- The changes of ideas are kept only to be undone: their timeline is what people read.
CREATE INDEX object_changes_idea_at ON object_changes (at) WHERE subject_kind = 'idea';
