-- A thing that goes takes its files with it, of whatever kind it is, as it takes its comments: every kind's table has a
-- trigger that names the kind.
CREATE FUNCTION discard_files_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE files f SET discarded_at = now() FROM gone
  WHERE f.subject_kind = TG_ARGV[0] AND f.subject_id = gone.id AND f.discarded_at IS NULL;
  RETURN NULL;
END $$;

DROP TRIGGER messages_discard_files ON messages;
CREATE TRIGGER messages_discard_files AFTER DELETE ON messages
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of('message');
DROP FUNCTION discard_files_of_messages;

DROP TRIGGER comments_discard_files ON comments;
CREATE TRIGGER comments_discard_files AFTER DELETE ON comments
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of('comment');
DROP FUNCTION discard_files_of_comments;

CREATE TRIGGER tasks_discard_files AFTER DELETE ON tasks
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of('task');
