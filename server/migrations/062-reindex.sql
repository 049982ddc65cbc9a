-- For the command that writes the index anew: the messages behind one, so many, in the order of their ids. Answers with the
-- last of them; null: there are no more.
CREATE FUNCTION search_index_messages(after uuid, at_most integer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  batch uuid[];
  new_words text[];
BEGIN
  SELECT array_agg(id ORDER BY id) INTO batch FROM (SELECT id FROM messages WHERE id > after ORDER BY id LIMIT at_most) m;
  IF batch IS NULL THEN
    RETURN NULL;
  END IF;
  DELETE FROM message_search s USING messages m
  WHERE s.message_id = ANY (batch) AND m.id = s.message_id AND m.deleted_at IS NOT NULL;
  WITH parted AS MATERIALIZED (
    SELECT m.id, m.channel_id, m.author_id, m.created_at, m.has_link, m.has_attachment, f.folded, p.words, p.pairs
    FROM messages m, LATERAL search_fold(m.content) AS f (folded), LATERAL search_parts(f.folded) AS p
    WHERE m.id = ANY (batch) AND m.deleted_at IS NULL
  ), written AS (
    INSERT INTO message_search (message_id, channel_id, author_id, created_at, folded, lexemes)
    SELECT id, channel_id, author_id, created_at, folded, array_to_tsvector(words || pairs
      || CASE WHEN has_link THEN '{/link}'::text[] END || CASE WHEN has_attachment THEN '{/file}'::text[] END)
    FROM parted
    ON CONFLICT (message_id) DO UPDATE SET channel_id = excluded.channel_id, author_id = excluded.author_id,
      created_at = excluded.created_at, folded = excluded.folded, lexemes = excluded.lexemes
  )
  SELECT array_agg(DISTINCT u.word) INTO new_words FROM parted, unnest(parted.words) AS u (word);
  PERFORM learn_words(coalesce(new_words, '{}'));
  RETURN batch[cardinality(batch)];
END $$;
