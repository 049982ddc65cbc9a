-- What a new message is found by is written once for all messages of a statement: several may be posted in one. Their
-- new words are added in order, so that two statements with the same ones wait for each other, not both ways.
CREATE FUNCTION index_new_messages() RETURNS trigger LANGUAGE plpgsql AS $$
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
  -- Most messages have no new word.
  SELECT array_agg(DISTINCT u.word) INTO new_words FROM parted, unnest(parted.words) AS u (word)
  WHERE NOT EXISTS (SELECT FROM message_words w WHERE w.word = u.word COLLATE "C");
  IF new_words IS NOT NULL THEN
    INSERT INTO message_words (word) SELECT word FROM unnest(new_words) AS word ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER messages_index_new ON messages;
CREATE TRIGGER messages_index_new AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_new_messages();
