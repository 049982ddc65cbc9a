-- Threads of comments on selected words of a text. Comments without a thread are about the whole thing, or a part of it.
CREATE TABLE comment_threads (
  -- The browser's own, so that a thread that is sent again is one thread.
  id uuid PRIMARY KEY,
  subject_kind text NOT NULL,
  -- No foreign key, as of comments.
  subject_id uuid NOT NULL,
  -- The words with those around them, and their range in a shared document. Null once no comment is left.
  words jsonb,
  created_by uuid NOT NULL REFERENCES profiles (id),
  -- To the millisecond, as browsers are told it.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  resolved_at timestamptz(3),
  resolved_by uuid REFERENCES profiles (id),
  version integer NOT NULL DEFAULT 1,
  CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX comment_threads_subject ON comment_threads (subject_id, subject_kind, created_at, id);

ALTER TABLE comments ADD COLUMN thread_id uuid REFERENCES comment_threads (id) ON DELETE CASCADE;
CREATE INDEX comments_thread ON comments (thread_id, created_at, id) INCLUDE (deleted_at) WHERE thread_id IS NOT NULL;

-- A thing that goes takes its threads with it, too.
CREATE OR REPLACE FUNCTION delete_comments_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM comments c USING gone WHERE c.subject_kind = TG_ARGV[0] AND c.subject_id = gone.id;
  DELETE FROM comment_threads t USING gone WHERE t.subject_kind = TG_ARGV[0] AND t.subject_id = gone.id;
  RETURN NULL;
END $$;
-- Editors comment on the words of a draft among themselves.
CREATE TRIGGER articles_delete_draft_comments AFTER DELETE ON articles
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_comments_of('article-draft');
