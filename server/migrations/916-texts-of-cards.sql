-- Some letters out of the middle of a name, the notes or a text of a card, whatever their case, while somebody types them.
-- Compared byte by byte, as for tasks. It has the texts of retired fields too: a query compares those that are shown.
CREATE FUNCTION card_texts(data jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(value #>> '{}', E'\n'), '') FROM jsonb_each(data) WHERE jsonb_typeof(value) = 'string'
$$;
ALTER TABLE cards ADD COLUMN folded text COLLATE "C"
  GENERATED ALWAYS AS (lower(title) || E'\n' || lower(body) || E'\n' || lower(card_texts(data))) STORED;
CREATE INDEX cards_folded ON cards USING gin (folded gin_trgm_ops);
CREATE INDEX cards_created ON cards (type_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
