-- Words in other letters than those of English, by pairs of neighbouring letters of our own: the trigrams of pg_trgm see
-- nothing but ASCII in a cluster whose LC_CTYPE is C, which a database that is not ours may lie in. ASCII words keep them.
CREATE FUNCTION search_letter_pairs(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(word, at, 2)), '{}') FROM generate_series(1, char_length(word) - 1) AS at
$$;
-- With what stands at its ends: a word of three letters whose middle is another one shares no other pair.
CREATE INDEX search_words_letter_pairs ON search_words USING gin (search_letter_pairs(' ' || word || ' '))
  WHERE octet_length(word) <> char_length(word);
