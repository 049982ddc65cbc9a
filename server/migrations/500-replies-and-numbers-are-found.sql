-- An idea is found by its official reply too, and a card by its numbers, amounts and checklists.
CREATE OR REPLACE VIEW search_idea AS
SELECT i.id, i.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, i.title,
  concat_ws(E'\n', nullif(i.content, ''), nullif(array_to_string(i.tags, ' '), ''), nullif(i.reply, '')) AS body,
  array_remove(ARRAY[i.author_id], NULL) AS people,
  array_remove(ARRAY[i.department_id], NULL) AS departments, NULL::uuid AS channel_id,
  EXISTS (SELECT FROM files f WHERE f.subject_id = i.id AND f.subject_kind = 'idea' AND f.discarded_at IS NULL) AS has_file,
  i.content ~ 'https?://' AS has_link
FROM ideas i WHERE i.merged_into_id IS NULL;
CREATE TRIGGER ideas_search_replied AFTER UPDATE OF reply ON ideas
  FOR EACH ROW WHEN (OLD.reply IS DISTINCT FROM NEW.reply) EXECUTE FUNCTION search_follow('idea');

-- The words of a field's value. Amounts are in minor units, of which most currencies have two digits.
CREATE FUNCTION search_card_value(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(value)
    WHEN 'string' THEN CASE WHEN value #>> '{}' !~ '^[0-9a-f]{8}-[0-9a-f]{4}-' THEN left(value #>> '{}', 2000) END
    WHEN 'number' THEN value #>> '{}'
    WHEN 'object' THEN CASE WHEN jsonb_typeof(value -> 'amount') = 'number' THEN
      concat(CASE WHEN value ->> 'currency' IN ('CLP', 'ISK', 'JPY', 'KRW', 'PYG', 'UGX', 'VND', 'XAF', 'XOF', 'XPF')
        THEN value ->> 'amount' ELSE regexp_replace(((value ->> 'amount')::numeric / 100)::numeric(20, 2)::text, '\.00$', '') END,
        ' ', value ->> 'currency') END
    WHEN 'array' THEN (SELECT string_agg(left(item ->> 'text', 200), E'\n') FROM jsonb_array_elements(value) item
      WHERE jsonb_typeof(item) = 'object')
  END
$$;
CREATE OR REPLACE VIEW search_card AS
SELECT c.id, c.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, c.title,
  concat_ws(E'\n', nullif(c.body, ''), (SELECT string_agg(search_card_value(e.value), E'\n' ORDER BY e.key) FROM jsonb_each(c.data) e
    WHERE NOT t.fields @> jsonb_build_array(jsonb_build_object('name', e.key, 'isRetired', true)))) AS body,
  array_remove(ARRAY[c.owner_id], NULL) AS people, ARRAY[t.department_id] AS departments, NULL::uuid AS channel_id,
  false AS has_file, concat(c.body, c.data::text) ~ 'https?://' AS has_link
FROM cards c JOIN card_types t ON t.id = c.type_id
WHERE c.deleted_at IS NULL AND c.merged_into_id IS NULL AND t.archived_at IS NULL;
SELECT search_index_all('idea');
SELECT search_index_all('card');
