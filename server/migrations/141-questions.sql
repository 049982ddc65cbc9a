-- Questions of colleagues and their answers. Votes, followers, merges, moderation and hidden authors are by subject (140).
CREATE TABLE question_tags (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In small letters.
  name text NOT NULL UNIQUE COLLATE "C"
);

CREATE TABLE questions (
  -- The browser's own, so that a question that is sent again is one.
  id uuid PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL DEFAULT '',
  -- By the profile. Null: asked anonymously; the author is in anonymous_authors alone.
  author_id uuid REFERENCES profiles (id),
  tag_ids uuid[] NOT NULL DEFAULT '{}',
  -- Sent to; and with is_private, the only people who may read it. No foreign key: where a department goes, a private
  -- question must not become everybody's.
  department_id uuid,
  is_private boolean NOT NULL DEFAULT false,
  -- The person who was asked for an answer.
  asked_id uuid REFERENCES profiles (id),
  mentions jsonb NOT NULL DEFAULT '[]',
  -- Accepted on this question, when, and the one that is shown as accepted: of a question that others were merged into,
  -- its own, else the one that was accepted first on one of them.
  chosen_answer_id uuid,
  chosen_at timestamptz(3),
  accepted_answer_id uuid,
  -- Of itself and all that was merged into it.
  answer_count integer NOT NULL DEFAULT 0,
  view_count integer NOT NULL DEFAULT 0,
  duplicate_of uuid REFERENCES questions (id) ON DELETE SET NULL,
  -- The entry of the FAQ that it became.
  faq_id uuid,
  outdated_at timestamptz(3),
  -- Somebody confirmed the accepted answer.
  confirmed_at timestamptz(3),
  text_version integer NOT NULL DEFAULT 1,
  -- Of all that was sent, and nothing of who sent it.
  sent_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  active_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz(3),
  CHECK (NOT is_private OR department_id IS NOT NULL)
);
CREATE INDEX questions_newest ON questions (created_at DESC, id DESC);
CREATE INDEX questions_active ON questions (active_at DESC, id DESC);
CREATE INDEX questions_unanswered ON questions (created_at, id) WHERE answer_count = 0;
CREATE INDEX questions_author ON questions (author_id, created_at DESC);
CREATE INDEX questions_asked ON questions (asked_id) WHERE asked_id IS NOT NULL;
CREATE INDEX questions_department ON questions (department_id, created_at DESC) WHERE department_id IS NOT NULL;
CREATE INDEX questions_tags ON questions USING gin (tag_ids);
CREATE INDEX questions_duplicate_of ON questions (duplicate_of) WHERE duplicate_of IS NOT NULL;
CREATE UNIQUE INDEX questions_faq ON questions (faq_id) WHERE faq_id IS NOT NULL;

CREATE TABLE question_answers (
  id uuid PRIMARY KEY,
  -- The question it was written to; one that was merged leads to its root.
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES profiles (id),
  content text NOT NULL,
  mentions jsonb NOT NULL DEFAULT '[]',
  sent_hash bytea NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  edited_at timestamptz(3),
  -- From then on its words and files are gone.
  deleted_at timestamptz(3)
);
CREATE INDEX question_answers_question ON question_answers (question_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX question_answers_author ON question_answers (author_id);

CREATE TABLE question_edits (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  answer_id uuid REFERENCES question_answers (id) ON DELETE CASCADE,
  -- Null: the anonymous author.
  editor_id uuid REFERENCES profiles (id),
  title_before text,
  content_before text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX question_edits_question ON question_edits (question_id, created_at DESC, id DESC);
CREATE INDEX question_edits_answer ON question_edits (answer_id) WHERE answer_id IS NOT NULL;

-- When each person looked at a question last.
CREATE TABLE question_views (
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES profiles (id),
  seen_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (question_id, person_id)
);

DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM (VALUES ('questions', 'question'), ('question_answers', 'answer'), ('question_tags', 'question-tag'))
    AS t (place, thing)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION open_vote_subject(%L)', one.place || '_open_votes', one.place, one.thing);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION close_vote_subject(%L)', one.place || '_close_votes', one.place, one.thing);
    IF one.thing <> 'question-tag' THEN
      EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION delete_comments_of(%L)', one.place || '_delete_comments', one.place, one.thing);
      EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of(%L)', one.place || '_discard_files', one.place, one.thing);
    END IF;
  END LOOP;
END $$;

-- A question is found by its words, its tags and its answers. Nobody finds one by who asked it anonymously.
CREATE VIEW search_question AS
SELECT q.id, q.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, q.title,
  concat_ws(E'\n', nullif(q.content, ''),
    (SELECT string_agg(t.name, ' ') FROM question_tags t WHERE t.id = ANY (q.tag_ids)),
    (SELECT string_agg(a.content, E'\n' ORDER BY a.created_at) FROM question_answers a JOIN vote_subjects s
      ON s.id = a.id AND s.kind = 'answer' AND s.hidden_at IS NULL
      WHERE a.question_id = q.id AND a.deleted_at IS NULL)) AS body,
  array_remove(ARRAY[q.author_id], NULL) AS people, array_remove(ARRAY[q.department_id], NULL) AS departments,
  NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = q.id AND f.subject_kind = 'question' AND f.discarded_at IS NULL) AS has_file,
  q.content ~ 'https?://' AS has_link
FROM questions q;
SELECT search_source('question');
CREATE TRIGGER questions_search_new AFTER INSERT ON questions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many('question');
CREATE TRIGGER questions_search_gone AFTER DELETE ON questions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many('question');
CREATE TRIGGER questions_search_changed AFTER UPDATE OF title, content, tag_ids ON questions
  FOR EACH ROW WHEN ((OLD.title, OLD.content, OLD.tag_ids) IS DISTINCT FROM (NEW.title, NEW.content, NEW.tag_ids))
  EXECUTE FUNCTION search_follow('question');
CREATE FUNCTION search_follow_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_index('question', ARRAY(SELECT DISTINCT question_id FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER question_answers_search_new AFTER INSERT ON question_answers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_answers();
CREATE TRIGGER question_answers_search_changed AFTER UPDATE ON question_answers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_answers();
CREATE FUNCTION search_follow_hidden_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_index('question', ARRAY[(SELECT question_id FROM question_answers WHERE id = NEW.id)]);
  RETURN NULL;
END $$;
CREATE TRIGGER vote_subjects_search_answer AFTER UPDATE OF hidden_at ON vote_subjects
  FOR EACH ROW WHEN (NEW.kind = 'answer' AND OLD.hidden_at IS DISTINCT FROM NEW.hidden_at)
  EXECUTE FUNCTION search_follow_hidden_answer();
