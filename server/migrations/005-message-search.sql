-- Search over messages. What messages are found by lies beside them: a reaction or a reply writes a message anew with
-- all its indexes, and a search reads many rows of which only their text matters. Only triggers write here.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A text as it is compared: case, accents and width do not count, nor how much space stands between words.
-- search/fold.ts of the server's chat finds the places to mark in the same way; a test holds the two together.
CREATE FUNCTION search_fold(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text;
BEGIN
  IF octet_length(content) = char_length(content) THEN
    folded := lower(content);
  ELSE
    folded := normalize(content, NFKD);
    folded := lower(regexp_replace(folded, '[\u0300-\u036f\u00ad\u200b\u200c\u2060\ufe0e\ufe0f\ufeff]', '', 'g'));
    folded := replace(replace(replace(translate(folded, 'øłđðħıς', 'olddhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
    folded := normalize(folded, NFKC);
  END IF;
  IF folded ~ '\s\s|[^\S ]' THEN
    folded := regexp_replace(folded, '\s+', ' ', 'g');
  END IF;
  RETURN folded;
END $$;

-- What an index holds of a folded text. Words are whatever stands between spaces and signs, so a word may be an emoji.
-- Scripts that leave no space between words (Han, kana, bopomofo, Thai, Lao, Burmese, Khmer) and runs of signs, as in
-- C++ or ->, give pairs of neighbouring characters, and the last character of each run alone, so that every character
-- begins something. Signs of everyday writing that stand alone are left out: every text has them.
CREATE FUNCTION search_parts(folded text, OUT words text[], OUT pairs text[])
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  unspaced CONSTANT text := '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u312f'
    || '\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+';
  signs CONSTANT text := '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a1-\u00a9\u00ab-\u00b4\u00b6-\u00b9'
    || '\u00bb-\u00bf\u2010-\u205e\u3001-\u3004\u3008-\u3020]+';
  everyday CONSTANT text := '[-.,:;!?''"()/_@\u2013\u2019\u3001\u3002]';
  between CONSTANT text := '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf'
    || '\u2000-\u200c\u200e-\u206f\u3000-\u3004\u3008-\u3020]+';
  is_unspaced boolean := octet_length(folded) > char_length(folded) AND folded ~ unspaced;
BEGIN
  IF is_unspaced OR folded ~ '[^a-z0-9\s\u00aa-\uffff]{2}|[#$%&*+<=>\[\\\]^`{|}~]' THEN
    pairs := ARRAY(
      SELECT p.it FROM regexp_matches(folded, concat_ws('|', unspaced, signs), 'g') WITH ORDINALITY AS r (run, n), LATERAL (
        SELECT c.it || coalesce(lead(c.it) OVER (ORDER BY c.n), '')
        FROM string_to_table(r.run[1], NULL) WITH ORDINALITY AS c (it, n)
      ) p (it)
      WHERE char_length(p.it) = 2 OR p.it !~ everyday);
  ELSE
    pairs := '{}';
  END IF;
  words := array_remove(regexp_split_to_array(
    CASE WHEN is_unspaced THEN regexp_replace(folded, unspaced, ' ', 'g') ELSE folded END, between), '');
  -- An index takes no word of any length: a very long one, which nobody reads, counts as parts that overlap.
  IF folded ~ '\S{61}' THEN
    words := ARRAY(
      SELECT substr(word, start, 60) FROM unnest(words) AS word,
        generate_series(1, greatest(1, char_length(word) - 30), 30) AS start);
  END IF;
END $$;

CREATE TABLE message_search (
  message_id uuid PRIMARY KEY,
  channel_id uuid NOT NULL,
  author_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  folded text NOT NULL,
  -- The words and pairs, and what else is asked for: '/link', '/file'. No word has a slash.
  lexemes tsvector NOT NULL
);
CREATE INDEX message_search_time ON message_search (created_at, message_id);
CREATE INDEX message_search_channel ON message_search (channel_id, created_at, message_id);
CREATE INDEX message_search_author ON message_search (author_id, created_at, message_id);
-- A search reads the list of what is not sorted in yet: it is kept short.
CREATE INDEX message_search_lexemes ON message_search USING gin (lexemes) WITH (gin_pending_list_limit = 1024);

-- Every word that was ever written, to find those that hold a part of a word or look like a misspelt one. A word stays
-- when its last message goes: it is never shown, unless a message that the searcher may read has it.
CREATE TABLE message_words (word text COLLATE "C" PRIMARY KEY);
CREATE INDEX message_words_parts ON message_words USING gin (word gin_trgm_ops);

CREATE FUNCTION index_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  folded_content text;
  parts record;
  words tsvector;
BEGIN
  IF TG_OP = 'DELETE' OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM message_search WHERE message_id = OLD.id;
    RETURN NULL;
  END IF;
  folded_content := search_fold(NEW.content);
  parts := search_parts(folded_content);
  words := array_to_tsvector(parts.words);
  INSERT INTO message_search (message_id, channel_id, author_id, created_at, folded, lexemes)
  VALUES (NEW.id, NEW.channel_id, NEW.author_id, NEW.created_at, folded_content, words || array_to_tsvector(
    parts.pairs || CASE WHEN NEW.has_link THEN '{/link}'::text[] END
      || CASE WHEN NEW.has_attachment THEN '{/file}'::text[] END))
  ON CONFLICT (message_id) DO UPDATE SET folded = excluded.folded, lexemes = excluded.lexemes;
  -- Most messages have no new word. Those that do add them in order, so that two with the same ones wait for each
  -- other, not both ways.
  IF (SELECT count(*) FROM message_words WHERE word = ANY (parts.words)) < length(words) THEN
    INSERT INTO message_words (word) SELECT DISTINCT unnest(parts.words) ORDER BY 1 ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_index_new AFTER INSERT ON messages
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL) EXECUTE FUNCTION index_message();
CREATE TRIGGER messages_index_changed AFTER UPDATE OF content, has_link, has_attachment, deleted_at ON messages
  FOR EACH ROW EXECUTE FUNCTION index_message();
CREATE TRIGGER messages_index_gone AFTER DELETE ON messages
  FOR EACH ROW EXECUTE FUNCTION index_message();

-- What was written before there was a search.
INSERT INTO message_search (message_id, channel_id, author_id, created_at, folded, lexemes)
SELECT m.id, m.channel_id, m.author_id, m.created_at, f.folded,
  array_to_tsvector(p.words || p.pairs || CASE WHEN m.has_link THEN '{/link}'::text[] END
    || CASE WHEN m.has_attachment THEN '{/file}'::text[] END)
FROM messages m, LATERAL search_fold(m.content) AS f (folded), LATERAL search_parts(f.folded) AS p
WHERE m.deleted_at IS NULL;
INSERT INTO message_words (word)
SELECT DISTINCT w.word FROM message_search s, LATERAL search_parts(s.folded) AS p, unnest(p.words) AS w (word);
