-- Search over everything. Messages stay where chat's search has them (message_search); what everything else is found by
-- lies in search_entries, in the same form. Only the functions and triggers below write here.

-- Words are shared by both: those that hold a part of a word, look like a misspelt one, or have its stem.
ALTER TABLE message_words RENAME TO search_words;
ALTER INDEX message_words_parts RENAME TO search_words_parts;

-- What a word has in common with its other forms in English, German, French, Spanish and Portuguese, whichever of them
-- it is in: a question of one word asks for its other forms, so no text has to say its language. Folded words have no
-- accents any more, which these stemmers bear. Plurals that share no stem with their word are led back to it first.
CREATE FUNCTION search_stems(word text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF word !~ '^[a-z]{3,40}$' THEN
    RETURN '{}';
  END IF;
  RETURN coalesce((
    SELECT array_agg(DISTINCT stem) FROM (
      SELECT unnest(ts_lexize('english_stem', word) || ts_lexize('german_stem', word)
        || ts_lexize('french_stem', word) || ts_lexize('spanish_stem', word) || ts_lexize('portuguese_stem', word)
        || CASE
          WHEN word ~ '(oes|aes|aos)$' THEN ts_lexize('portuguese_stem', regexp_replace(word, '...$', 'ao'))
          WHEN word ~ '[aeou]is$' THEN ts_lexize('portuguese_stem', regexp_replace(word, 'is$', 'l'))
          WHEN word ~ '[aeiou]ns$' THEN ts_lexize('portuguese_stem', regexp_replace(word, 'ns$', 'm'))
          WHEN word ~ 'eaux$' THEN ts_lexize('french_stem', regexp_replace(word, 'x$', ''))
          WHEN word ~ 'aux$' THEN ts_lexize('french_stem', regexp_replace(word, 'ux$', 'l'))
          WHEN word ~ 'ces$' THEN ts_lexize('spanish_stem', regexp_replace(word, 'ces$', 'z'))
        END) AS stem
    ) s WHERE length(stem) >= 3), '{}');
END $$;
ALTER TABLE search_words ADD COLUMN stems text[] NOT NULL GENERATED ALWAYS AS (search_stems(word)) STORED;
CREATE INDEX search_words_stems ON search_words USING gin (stems);

-- Most texts have no new word. Those that do add them in order, so that two with the same ones wait for each other, not
-- both ways.
CREATE FUNCTION learn_words(learned text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  unknown text[];
BEGIN
  SELECT array_agg(DISTINCT u.word) INTO unknown FROM unnest(learned) AS u (word)
  WHERE NOT EXISTS (SELECT FROM search_words w WHERE w.word = u.word COLLATE "C");
  IF unknown IS NOT NULL THEN
    INSERT INTO search_words (word) SELECT word FROM unnest(unknown) AS word ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION index_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  folded_content text;
  parts record;
BEGIN
  IF TG_OP = 'DELETE' OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM message_search WHERE message_id = OLD.id;
    RETURN NULL;
  END IF;
  folded_content := search_fold(NEW.content);
  parts := search_parts(folded_content);
  INSERT INTO message_search (message_id, channel_id, author_id, created_at, folded, lexemes)
  VALUES (NEW.id, NEW.channel_id, NEW.author_id, NEW.created_at, folded_content, array_to_tsvector(
    parts.words || parts.pairs || CASE WHEN NEW.has_link THEN '{/link}'::text[] END
      || CASE WHEN NEW.has_attachment THEN '{/file}'::text[] END))
  ON CONFLICT (message_id) DO UPDATE SET folded = excluded.folded, lexemes = excluded.lexemes;
  PERFORM learn_words(parts.words);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_new_messages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  new_words text[];
BEGIN
  WITH parted AS MATERIALIZED (
    SELECT a.id, a.channel_id, a.author_id, a.created_at, a.has_link, a.has_attachment, f.folded, p.words, p.pairs
    FROM added a, LATERAL search_fold(a.content) AS f (folded), LATERAL search_parts(f.folded) AS p
    WHERE a.deleted_at IS NULL
  ), indexed AS (
    INSERT INTO message_search (message_id, channel_id, author_id, created_at, folded, lexemes)
    SELECT id, channel_id, author_id, created_at, folded, array_to_tsvector(words || pairs
      || CASE WHEN has_link THEN '{/link}'::text[] END || CASE WHEN has_attachment THEN '{/file}'::text[] END)
    FROM parted
  )
  SELECT array_agg(DISTINCT u.word) INTO new_words FROM parted, unnest(parted.words) AS u (word)
  WHERE NOT EXISTS (SELECT FROM search_words w WHERE w.word = u.word COLLATE "C");
  IF new_words IS NOT NULL THEN
    INSERT INTO search_words (word) SELECT word FROM unnest(new_words) AS word ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE TABLE search_entries (
  -- Of the slice whose thing it is, as "task".
  kind text NOT NULL,
  id uuid NOT NULL,
  -- When it was written, or is.
  at timestamptz NOT NULL,
  -- What it hangs on, and whose readers are its own: of comments and files.
  subject_kind text,
  subject_id uuid,
  -- What it is called, and what it says, as they are compared.
  title text NOT NULL,
  folded text NOT NULL,
  -- The words and pairs of both, and what else is asked for: '/file', '/link', its kind as '/task', the people it is
  -- of as '/p' and an id, departments as '/d', a channel as '/c'. No word has a slash.
  lexemes tsvector NOT NULL,
  PRIMARY KEY (id, kind)
);
CREATE INDEX search_entries_time ON search_entries (at, id);
-- While somebody types, only what things are called is looked at, kind by kind.
CREATE INDEX search_entries_lexemes ON search_entries USING gin (lexemes) WITH (gin_pending_list_limit = 1024);

-- A text of any length, in pieces: to fold one of a megabyte at once takes too long by its square, and is cut.
CREATE FUNCTION search_fold_long(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  pieces text[] := '{}';
  at integer := 1;
BEGIN
  IF octet_length(content) = char_length(content) OR char_length(content) <= 8000 THEN
    RETURN search_fold(content);
  END IF;
  WHILE at <= char_length(content) LOOP
    pieces := pieces || search_fold(substr(content, at, 4000));
    at := at + 4000;
  END LOOP;
  RETURN array_to_string(pieces, '');
END $$;

-- What the index holds of so many words and pairs: an index entry has a limit of a megabyte, which a long list of
-- different words goes beyond. Those that come first in the text are kept.
CREATE FUNCTION search_lexemes(held text[], marks text[]) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  kept text[];
BEGIN
  IF cardinality(held) < 10000 THEN
    RETURN array_to_tsvector(array_remove(held || marks, NULL));
  END IF;
  SELECT array_agg(word) INTO kept FROM (
    SELECT word, sum(octet_length(word) + 2) OVER (ORDER BY place) AS used FROM (
      SELECT word, min(place) AS place FROM unnest(held) WITH ORDINALITY AS f (word, place) GROUP BY word
    ) first
  ) counted WHERE used < 800000;
  RETURN array_to_tsvector(array_remove(kept || marks, NULL));
END $$;

-- Writes what things of a kind are found by, as the view search_<kind> says, and forgets those that it has no more.
-- The view answers with id, at, subject_kind, subject_id, title, body, people, departments, channel_id, has_file, has_link.
CREATE FUNCTION search_index(thing text, ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  new_words text[];
BEGIN
  EXECUTE format('DELETE FROM search_entries e WHERE e.kind = $1 AND e.id = ANY ($2)
    AND NOT EXISTS (SELECT FROM %I s WHERE s.id = e.id)', 'search_' || thing) USING thing, ids;
  EXECUTE format($q$
    WITH parted AS MATERIALIZED (
      SELECT s.*, t.folded_title, b.folded_body, p.words, p.pairs
      FROM %I s, LATERAL search_fold(s.title) AS t (folded_title), LATERAL search_fold_long(s.body) AS b (folded_body),
        LATERAL search_parts(t.folded_title || ' ' || b.folded_body) AS p
      WHERE s.id = ANY ($2)
    ), written AS (
      INSERT INTO search_entries (kind, id, at, subject_kind, subject_id, title, folded, lexemes)
      SELECT $1, id, at, subject_kind, subject_id, folded_title, folded_body, search_lexemes(words || pairs,
        ARRAY['/' || $1, CASE WHEN has_file THEN '/file' END, CASE WHEN has_link THEN '/link' END, '/c' || channel_id]
        || ARRAY(SELECT '/p' || one FROM unnest(people) AS one) || ARRAY(SELECT '/d' || one FROM unnest(departments) AS one))
      FROM parted
      ON CONFLICT (id, kind) DO UPDATE SET at = excluded.at, subject_kind = excluded.subject_kind,
        subject_id = excluded.subject_id, title = excluded.title, folded = excluded.folded, lexemes = excluded.lexemes
    )
    SELECT array_agg(DISTINCT u.word) FROM parted, unnest(parted.words) AS u (word)
    WHERE NOT EXISTS (SELECT FROM search_words w WHERE w.word = u.word COLLATE "C")$q$, 'search_' || thing)
  INTO new_words USING thing, ids;
  IF new_words IS NOT NULL THEN
    INSERT INTO search_words (word) SELECT word FROM unnest(new_words) AS word ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
END $$;

-- Follows the rows of a table whose things are of the kind that the trigger names.
CREATE FUNCTION search_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM search_index(TG_ARGV[0], ARRAY[OLD.id]);
  ELSE
    PERFORM search_index(TG_ARGV[0], ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
-- Whoever comes into a department, or leaves it, is found in it from then on, or no more.
CREATE FUNCTION search_follow_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_index('person', ARRAY(SELECT DISTINCT user_id FROM changed));
  RETURN NULL;
END $$;
-- A file is found by itself, and what it is attached to is one that has files.
CREATE FUNCTION search_follow_files() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  file files;
BEGIN
  file := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  PERFORM search_index('file', ARRAY[file.id]);
  IF file.subject_kind IN ('task', 'announcement', 'comment') THEN
    PERFORM search_index(file.subject_kind, ARRAY[file.subject_id]);
  END IF;
  RETURN NULL;
END $$;

CREATE VIEW search_task AS
SELECT t.id, t.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, t.title,
  concat_ws(E'\n', t.description, nullif(array_to_string(t.tags, ' '), '')) AS body,
  array_remove(ARRAY[t.created_by, t.assignee_id], NULL) AS people,
  array_remove(ARRAY[t.department_id], NULL) AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = t.id AND f.subject_kind = 'task' AND f.discarded_at IS NULL) AS has_file,
  t.description ~ 'https?://' AS has_link
FROM tasks t WHERE t.deleted_at IS NULL;
CREATE TRIGGER tasks_search_new AFTER INSERT OR DELETE ON tasks
  FOR EACH ROW EXECUTE FUNCTION search_follow('task', 'id');
CREATE TRIGGER tasks_search_changed
  AFTER UPDATE OF title, description, tags, created_by, assignee_id, department_id, deleted_at ON tasks
  FOR EACH ROW WHEN ((OLD.title, OLD.description, OLD.tags, OLD.created_by, OLD.assignee_id, OLD.department_id, OLD.deleted_at)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.tags, NEW.created_by, NEW.assignee_id, NEW.department_id, NEW.deleted_at))
  EXECUTE FUNCTION search_follow('task', 'id');

CREATE VIEW search_announcement AS
SELECT a.id, coalesce(a.published_at, a.created_at) AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, a.title,
  a.content AS body, ARRAY[a.author_id] AS people, a.department_ids AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = a.id AND f.subject_kind = 'announcement' AND f.discarded_at IS NULL) AS has_file,
  a.content ~ 'https?://' AS has_link
FROM announcements a;
CREATE TRIGGER announcements_search_new AFTER INSERT OR DELETE ON announcements
  FOR EACH ROW EXECUTE FUNCTION search_follow('announcement', 'id');
CREATE TRIGGER announcements_search_changed
  AFTER UPDATE OF title, content, author_id, department_ids, published_at ON announcements
  FOR EACH ROW WHEN ((OLD.title, OLD.content, OLD.author_id, OLD.department_ids, OLD.published_at)
    IS DISTINCT FROM (NEW.title, NEW.content, NEW.author_id, NEW.department_ids, NEW.published_at))
  EXECUTE FUNCTION search_follow('announcement', 'id');

CREATE VIEW search_comment AS
SELECT c.id, c.created_at AS at, c.subject_kind, c.subject_id, '' AS title, c.content AS body,
  ARRAY[c.author_id] AS people, '{}'::uuid[] AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = c.id AND f.subject_kind = 'comment' AND f.discarded_at IS NULL) AS has_file,
  c.content ~ 'https?://' AS has_link
FROM comments c WHERE c.deleted_at IS NULL;
CREATE TRIGGER comments_search_new AFTER INSERT OR DELETE ON comments
  FOR EACH ROW EXECUTE FUNCTION search_follow('comment', 'id');
CREATE TRIGGER comments_search_changed AFTER UPDATE OF content, author_id, deleted_at ON comments
  FOR EACH ROW WHEN ((OLD.content, OLD.author_id, OLD.deleted_at) IS DISTINCT FROM (NEW.content, NEW.author_id, NEW.deleted_at))
  EXECUTE FUNCTION search_follow('comment', 'id');

CREATE VIEW search_channel AS
SELECT c.id, c.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, c.name AS title,
  concat_ws(E'\n', nullif(c.topic, ''), nullif(c.description, '')) AS body, '{}'::uuid[] AS people,
  array_remove(ARRAY[c.department_id], NULL) AS departments, c.id AS channel_id, false AS has_file, false AS has_link
FROM channels c WHERE c.type <> 'DIRECT';
CREATE TRIGGER channels_search_new AFTER INSERT OR DELETE ON channels
  FOR EACH ROW EXECUTE FUNCTION search_follow('channel', 'id');
CREATE TRIGGER channels_search_changed AFTER UPDATE OF name, topic, description, department_id, type ON channels
  FOR EACH ROW WHEN ((OLD.name, OLD.topic, OLD.description, OLD.department_id, OLD.type)
    IS DISTINCT FROM (NEW.name, NEW.topic, NEW.description, NEW.department_id, NEW.type))
  EXECUTE FUNCTION search_follow('channel', 'id');

CREATE VIEW search_person AS
SELECT p.id, p.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, p.name AS title, a.email AS body,
  ARRAY[p.id] AS people,
  ARRAY(SELECT d.department_id FROM user_departments d WHERE d.user_id = p.id ORDER BY 1) AS departments,
  NULL::uuid AS channel_id, false AS has_file, false AS has_link
FROM profiles p JOIN accounts a ON a.id = p.id WHERE a.disabled_at IS NULL;
CREATE TRIGGER profiles_search_changed AFTER UPDATE OF name ON profiles
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION search_follow('person', 'id');
CREATE TRIGGER accounts_search_new AFTER INSERT OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION search_follow('person', 'id');
CREATE TRIGGER accounts_search_changed AFTER UPDATE OF email, disabled_at ON accounts
  FOR EACH ROW WHEN ((OLD.email, OLD.disabled_at) IS DISTINCT FROM (NEW.email, NEW.disabled_at))
  EXECUTE FUNCTION search_follow('person', 'id');
CREATE TRIGGER user_departments_search_joined AFTER INSERT ON user_departments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_follow_members();
CREATE TRIGGER user_departments_search_left AFTER DELETE ON user_departments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_follow_members();

-- Pictures of people are shown everywhere, and sought by nobody.
CREATE VIEW search_file AS
SELECT f.id, f.created_at AS at, f.subject_kind, f.subject_id, f.original_name AS title, '' AS body,
  ARRAY[f.owner_id] AS people, '{}'::uuid[] AS departments,
  CASE WHEN f.subject_kind = 'message' THEN (SELECT m.channel_id FROM messages m WHERE m.id = f.subject_id) END AS channel_id,
  true AS has_file, false AS has_link
FROM files f WHERE f.subject_id IS NOT NULL AND f.discarded_at IS NULL AND f.subject_kind <> 'picture';
CREATE TRIGGER files_search_gone AFTER DELETE ON files
  FOR EACH ROW WHEN (OLD.subject_id IS NOT NULL) EXECUTE FUNCTION search_follow_files();
CREATE TRIGGER files_search_changed AFTER UPDATE OF subject_id, discarded_at, original_name ON files
  FOR EACH ROW WHEN (NEW.subject_id IS NOT NULL AND (OLD.subject_id, OLD.discarded_at, OLD.original_name)
    IS DISTINCT FROM (NEW.subject_id, NEW.discarded_at, NEW.original_name))
  EXECUTE FUNCTION search_follow_files();
CREATE TRIGGER files_search_new AFTER INSERT ON files
  FOR EACH ROW WHEN (NEW.subject_id IS NOT NULL) EXECUTE FUNCTION search_follow_files();

-- Everything that was there before there was a search. In parts, so that no statement holds a whole company.
CREATE FUNCTION search_index_all(thing text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  batch uuid[];
  last_id uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    EXECUTE format('SELECT array_agg(id) FROM (SELECT id FROM %I WHERE id > $1 ORDER BY id LIMIT 500) s', 'search_' || thing)
      INTO batch USING last_id;
    EXIT WHEN batch IS NULL;
    PERFORM search_index(thing, batch);
    last_id := batch[cardinality(batch)];
  END LOOP;
END $$;
SELECT search_index_all(thing) FROM unnest(ARRAY['task', 'announcement', 'comment', 'channel', 'person', 'file']) AS thing;

-- What people opened from a search stands higher for them the next time.
CREATE TABLE search_opened (
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text NOT NULL,
  thing_id uuid NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, thing_id, kind)
);
CREATE INDEX search_opened_time ON search_opened (user_id, opened_at);

CREATE TABLE recent_searches (
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address text NOT NULL,
  searched_at timestamptz(3) NOT NULL DEFAULT now(),
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
);
-- By a digest: an address may be longer than an index takes.
CREATE UNIQUE INDEX recent_searches_address ON recent_searches (user_id, md5(address));

CREATE TABLE saved_searches (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  address text NOT NULL,
  sent_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX saved_searches_name ON saved_searches (user_id, lower(name));
