-- Comments on things of any kind, as files are attached to them: what is commented on has a kind and an id.
CREATE TABLE comments (
  -- The browser's own, so that a comment that is sent again is one comment.
  id uuid PRIMARY KEY,
  subject_kind text NOT NULL,
  -- No foreign key: each kind of subject has a table of its own, with a trigger as below.
  subject_id uuid NOT NULL,
  -- By the profile: what somebody wrote outlasts their account.
  author_id uuid NOT NULL REFERENCES profiles (id),
  content text NOT NULL,
  mentions jsonb NOT NULL DEFAULT '[]',
  -- Of all that was sent: what is sent again is recognised even after an edit.
  sent_hash bytea NOT NULL,
  version integer NOT NULL DEFAULT 1,
  -- To the millisecond, as browsers are told it: they put comments in the same order.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  edited_at timestamptz(3),
  -- From then on its words and files are gone, and only its id is kept.
  deleted_at timestamptz(3)
);
-- The comments of a thing, in order, and their number; and all of them, when the thing goes.
CREATE INDEX comments_subject ON comments (subject_id, subject_kind, created_at, id) INCLUDE (deleted_at);

-- A comment whose row goes leaves no file behind, neither in storage nor in what its owner may still upload.
CREATE FUNCTION discard_files_of_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE files f SET discarded_at = now() FROM gone
  WHERE f.subject_kind = 'comment' AND f.subject_id = gone.id AND f.discarded_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_discard_files AFTER DELETE ON comments
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of_comments();

-- A thing that goes takes its comments with it. Every kind's table has a trigger that names the kind.
CREATE FUNCTION delete_comments_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM comments c USING gone WHERE c.subject_kind = TG_ARGV[0] AND c.subject_id = gone.id;
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_delete_comments AFTER DELETE ON tasks
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_comments_of('task');
