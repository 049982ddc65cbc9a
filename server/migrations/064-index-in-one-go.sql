-- What is written many rows at a time is indexed at one go, and by a statement that is planned once a connection. Planned
-- anew for each row, it took most of the time that thousands of new people or tasks took.

-- Makes the function that writes what things of a kind are found by, as its view search_<kind> says. Called for every kind
-- once its view is there.
CREATE FUNCTION search_source(thing text) RETURNS void LANGUAGE plpgsql AS $make$
BEGIN
  EXECUTE format($q$
CREATE OR REPLACE FUNCTION %2$I(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  new_words text[];
BEGIN
  DELETE FROM search_entries e WHERE e.kind = %1$L AND e.id = ANY (ids)
    AND NOT EXISTS (SELECT FROM %3$I s WHERE s.id = e.id);
  WITH parted AS MATERIALIZED (
    SELECT s.*, t.folded_title, b.folded_body, p.words, p.pairs
    FROM %3$I s, LATERAL search_fold(s.title) AS t (folded_title), LATERAL search_fold_long(s.body) AS b (folded_body),
      LATERAL search_parts(t.folded_title || ' ' || b.folded_body) AS p
    WHERE s.id = ANY (ids)
  ), written AS (
    INSERT INTO search_entries (kind, id, at, subject_kind, subject_id, title, folded, lexemes)
    SELECT %1$L, id, at, subject_kind, subject_id, folded_title, folded_body, search_lexemes(words || pairs,
      ARRAY['/' || %1$L, CASE WHEN has_file THEN '/file' END, CASE WHEN has_link THEN '/link' END, '/c' || channel_id]
      || ARRAY(SELECT '/p' || one FROM unnest(people) AS one) || ARRAY(SELECT '/d' || one FROM unnest(departments) AS one))
    FROM parted
    ON CONFLICT (id, kind) DO UPDATE SET at = excluded.at, subject_kind = excluded.subject_kind,
      subject_id = excluded.subject_id, title = excluded.title, folded = excluded.folded, lexemes = excluded.lexemes
  )
  SELECT array_agg(DISTINCT u.word) INTO new_words FROM parted, unnest(parted.words) AS u (word)
  WHERE NOT EXISTS (SELECT FROM search_words w WHERE w.word = u.word COLLATE "C");
  IF new_words IS NOT NULL THEN
    INSERT INTO search_words (word) SELECT word FROM unnest(new_words) AS word ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
END $$$q$, thing, 'search_index_' || thing, 'search_' || thing);
END $make$;
SELECT search_source(thing)
FROM unnest(ARRAY['task', 'announcement', 'comment', 'channel', 'person', 'file', 'event']) AS thing;

CREATE OR REPLACE FUNCTION search_index(thing text, ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT %I($1)', 'search_index_' || thing) USING ids;
END $$;

-- Follows what was added to a table, or taken away from it, by one statement.
CREATE FUNCTION search_follow_many() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[] := ARRAY(SELECT id FROM changed);
BEGIN
  IF cardinality(ids) > 0 THEN
    PERFORM search_index(TG_ARGV[0], ids);
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM (VALUES ('tasks', 'task'), ('announcements', 'announcement'), ('comments', 'comment'),
    ('channels', 'channel'), ('accounts', 'person'), ('events', 'event')) AS t (place, thing)
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', one.place || '_search_new', one.place);
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many(%L)', one.place || '_search_new', one.place, one.thing);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many(%L)', one.place || '_search_gone', one.place, one.thing);
  END LOOP;
END $$;
