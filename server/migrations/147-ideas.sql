-- Ideas: what people suggest, what was answered, how they were scored, and what became of them.

CREATE TABLE ideas (
  -- Made by the browser, so that an idea that is sent again is one idea.
  id uuid PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'new'
    CHECK (status IN ('new', 'in_review', 'planned', 'started', 'shipped', 'declined')),
  status_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When the next step is expected.
  target_on date,
  -- By the profile: ideas outlast accounts. Null: anonymous, see anonymous_authors.
  author_id uuid REFERENCES profiles (id),
  owner_id uuid REFERENCES profiles (id),
  department_id uuid REFERENCES departments (id) ON DELETE SET NULL,
  -- Whom it is for; empty: everyone. No foreign keys: the id of a department that goes must stay, or the idea would
  -- become everyone's.
  audience_ids uuid[] NOT NULL DEFAULT '{}',
  tags text[] NOT NULL DEFAULT '{}',
  -- Copied from vote_subjects by the trigger below, for the orders and conditions of lists.
  vote_count integer NOT NULL DEFAULT 0,
  vote_version integer NOT NULL DEFAULT 1,
  hidden_at timestamptz(3),
  locked_at timestamptz(3),
  -- The idea at the end of all merges.
  merged_into_id uuid,
  comment_count integer NOT NULL DEFAULT 0,
  -- Medians of idea_scores.
  impact real,
  effort_weeks real,
  score_count integer NOT NULL DEFAULT 0,
  -- The newest official reply.
  reply text,
  reply_at timestamptz(3),
  reply_by uuid REFERENCES profiles (id),
  -- Tasks that were made of it. One more with each, and never fewer: two promotions at once meet here.
  task_count integer NOT NULL DEFAULT 0,
  -- Only an id: a message that is gone leaves the idea.
  source_message_id uuid REFERENCES messages (id) ON DELETE SET NULL,
  text_version integer NOT NULL DEFAULT 1,
  version integer NOT NULL DEFAULT 1,
  sent_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
-- The two orders of lists, and the same for each column of a board.
CREATE INDEX ideas_top ON ideas (vote_count DESC, id DESC) WHERE merged_into_id IS NULL;
CREATE INDEX ideas_newest ON ideas (created_at DESC, id DESC) WHERE merged_into_id IS NULL;
CREATE INDEX ideas_status_top ON ideas (status, vote_count DESC, id DESC) WHERE merged_into_id IS NULL;
CREATE INDEX ideas_shipped ON ideas (status_at DESC, id DESC) WHERE merged_into_id IS NULL AND status = 'shipped';
CREATE INDEX ideas_author ON ideas (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX ideas_owner ON ideas (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX ideas_department ON ideas (department_id) WHERE department_id IS NOT NULL;
CREATE INDEX ideas_merged ON ideas (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX ideas_source_message ON ideas (source_message_id) WHERE source_message_id IS NOT NULL;
CREATE INDEX ideas_tags ON ideas USING gin (tags);

-- What happened to an idea, for its timeline.
CREATE TABLE idea_entries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  idea_id uuid NOT NULL REFERENCES ideas (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- Null: the anonymous author.
  actor_id uuid REFERENCES profiles (id),
  facts jsonb NOT NULL DEFAULT '{}',
  at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX idea_entries_of_idea ON idea_entries (idea_id, at DESC, id DESC);

CREATE TABLE idea_scores (
  idea_id uuid NOT NULL REFERENCES ideas (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id),
  impact smallint NOT NULL CHECK (impact BETWEEN 1 AND 5),
  effort_weeks smallint NOT NULL CHECK (effort_weeks BETWEEN 1 AND 20),
  scored_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (idea_id, user_id)
);
CREATE INDEX idea_scores_user ON idea_scores (user_id);

-- The tasks that an idea became, in their order.
CREATE TABLE idea_tasks (
  idea_id uuid NOT NULL REFERENCES ideas (id) ON DELETE CASCADE,
  number integer NOT NULL,
  task_id uuid NOT NULL UNIQUE REFERENCES tasks (id) ON DELETE CASCADE,
  PRIMARY KEY (idea_id, number)
);

CREATE TRIGGER ideas_delete_comments AFTER DELETE ON ideas
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_comments_of('idea');
CREATE TRIGGER ideas_discard_files AFTER DELETE ON ideas
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of('idea');

CREATE TRIGGER ideas_open_votes AFTER INSERT ON ideas
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION open_vote_subject('idea');
CREATE TRIGGER ideas_close_votes AFTER DELETE ON ideas
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION close_vote_subject('idea');

-- Votes alone do not change the version of an idea: they have one of their own.
CREATE FUNCTION ideas_follow_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ideas SET vote_count = NEW.vote_count, vote_version = NEW.version, hidden_at = NEW.hidden_at,
    locked_at = NEW.locked_at, merged_into_id = nullif(NEW.root_id, NEW.id),
    version = version + CASE WHEN (OLD.hidden_at, OLD.locked_at, OLD.root_id)
      IS DISTINCT FROM (NEW.hidden_at, NEW.locked_at, NEW.root_id) THEN 1 ELSE 0 END
  WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER ideas_follow_votes AFTER UPDATE OF vote_count, version, hidden_at, locked_at, root_id ON vote_subjects
  FOR EACH ROW WHEN (NEW.kind = 'idea') EXECUTE FUNCTION ideas_follow_votes();

INSERT INTO permissions (name, resource, action) VALUES ('ideas:manage', 'ideas', 'manage');

-- Search. An anonymous idea is found by no person.
CREATE VIEW search_idea AS
SELECT i.id, i.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, i.title,
  concat_ws(E'\n', nullif(i.content, ''), nullif(array_to_string(i.tags, ' '), '')) AS body,
  array_remove(ARRAY[i.author_id], NULL) AS people,
  array_remove(ARRAY[i.department_id], NULL) AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = i.id AND f.subject_kind = 'idea' AND f.discarded_at IS NULL) AS has_file,
  i.content ~ 'https?://' AS has_link
FROM ideas i WHERE i.merged_into_id IS NULL;
SELECT search_source('idea');
CREATE TRIGGER ideas_search_new AFTER INSERT ON ideas REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many('idea');
CREATE TRIGGER ideas_search_gone AFTER DELETE ON ideas REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many('idea');
CREATE TRIGGER ideas_search_changed
  AFTER UPDATE OF title, content, tags, department_id, merged_into_id ON ideas
  FOR EACH ROW WHEN ((OLD.title, OLD.content, OLD.tags, OLD.department_id, OLD.merged_into_id)
    IS DISTINCT FROM (NEW.title, NEW.content, NEW.tags, NEW.department_id, NEW.merged_into_id))
  EXECUTE FUNCTION search_follow('idea');
SELECT search_index_all('idea');

-- A file of something anonymous is found by no person, as the thing itself.
CREATE OR REPLACE VIEW search_file AS
SELECT f.id, f.created_at AS at, f.subject_kind, f.subject_id, f.original_name AS title,
  coalesce((SELECT t.text FROM file_texts t WHERE t.file_id = f.id), '') AS body,
  CASE WHEN EXISTS (SELECT FROM anonymous_authors a WHERE a.subject_id = f.subject_id AND a.subject_kind = f.subject_kind)
    THEN '{}'::uuid[] ELSE ARRAY[f.owner_id] END AS people, '{}'::uuid[] AS departments,
  CASE WHEN f.subject_kind = 'message' THEN (SELECT m.channel_id FROM messages m WHERE m.id = f.subject_id) END AS channel_id,
  true AS has_file, false AS has_link
FROM files f WHERE f.subject_id IS NOT NULL AND f.discarded_at IS NULL AND f.subject_kind <> 'picture';

-- Whatever a file is attached to is found as something with files, if it is found at all.
CREATE OR REPLACE FUNCTION search_follow_files() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  file files;
BEGIN
  file := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  PERFORM search_index('file', ARRAY[file.id]);
  IF file.subject_kind <> 'file' AND to_regprocedure('search_index_' || file.subject_kind || '(uuid[])') IS NOT NULL THEN
    PERFORM search_index(file.subject_kind, ARRAY[file.subject_id]);
  END IF;
  RETURN NULL;
END $$;
