-- Where a database's own letters are those of C, lower() knows no case but that of English: "ПРИЧАЛ" was not found by
-- "причал". There, and only there, search folds by letters that come with PostgreSQL, and what was folded is done again.
DO $$
DECLARE
  letters text;
  last_id uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  -- Of a column, so that it is not worked out by other letters than a text's.
  IF (SELECT lower(word) FROM (VALUES ('ПÅΣ'::text)) AS one (word)) = 'пåσ' THEN
    RETURN;
  END IF;
  -- The first is there since PostgreSQL 17, the second wherever it was built with ICU.
  SELECT collname INTO letters FROM pg_collation WHERE collname IN ('pg_c_utf8', 'und-x-icu')
    AND collnamespace = 'pg_catalog'::regnamespace ORDER BY collname LIMIT 1;
  IF letters IS NULL THEN
    RETURN;
  END IF;
  EXECUTE format($make$
CREATE OR REPLACE FUNCTION search_fold(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
  folded text;
BEGIN
  IF octet_length(content) = char_length(content) THEN
    folded := lower(content);
  ELSE
    folded := left(normalize(content, NFKD), 32000);
    folded := lower(regexp_replace(folded, '[\u0300-\u036f\u00ad\u200b\u200c\u2060\ufe0e\ufe0f\ufeff]', '', 'g')
      COLLATE pg_catalog.%I);
    folded := replace(replace(replace(translate(folded, 'øłđðħıς', 'olddhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
    folded := normalize(folded, NFKC);
  END IF;
  IF folded ~ '\s\s|[^\S ]' THEN
    folded := regexp_replace(folded, '\s+', ' ', 'g');
  END IF;
  RETURN folded;
END $f$
$make$, letters);
  -- What is worked out by it and kept.
  UPDATE profiles SET name = name WHERE octet_length(name) <> char_length(name);
  UPDATE events SET title = title
  WHERE octet_length(title || location || description) <> char_length(title || location || description);
  PERFORM search_index_all(thing)
  FROM unnest(ARRAY['task', 'announcement', 'comment', 'channel', 'person', 'file', 'event']) AS thing;
  WHILE last_id IS NOT NULL LOOP
    last_id := search_index_messages(last_id, 1000);
  END LOOP;
END $$;
