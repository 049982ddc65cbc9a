-- Cards are found by everything written in them, apart from the people whom fields name.
CREATE VIEW search_card AS
SELECT c.id, c.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, c.title,
  concat_ws(E'\n', nullif(c.body, ''), (SELECT string_agg(left(e.value #>> '{}', 2000), E'\n' ORDER BY e.key) FROM jsonb_each(c.data) e
    WHERE jsonb_typeof(e.value) = 'string' AND e.value #>> '{}' !~ '^[0-9a-f]{8}-[0-9a-f]{4}-')) AS body,
  array_remove(ARRAY[c.owner_id], NULL) AS people, ARRAY[t.department_id] AS departments, NULL::uuid AS channel_id,
  false AS has_file, concat(c.body, c.data::text) ~ 'https?://' AS has_link
FROM cards c JOIN card_types t ON t.id = c.type_id
WHERE c.deleted_at IS NULL AND c.merged_into_id IS NULL AND t.archived_at IS NULL;
SELECT search_source('card');
CREATE TRIGGER cards_search_new AFTER INSERT ON cards REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many('card');
CREATE TRIGGER cards_search_gone AFTER DELETE ON cards REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follow_many('card');
CREATE TRIGGER cards_search_changed AFTER UPDATE OF title, body, data, owner_id, deleted_at, merged_into_id ON cards
  FOR EACH ROW WHEN ((OLD.title, OLD.body, OLD.data, OLD.owner_id, OLD.deleted_at, OLD.merged_into_id)
    IS DISTINCT FROM (NEW.title, NEW.body, NEW.data, NEW.owner_id, NEW.deleted_at, NEW.merged_into_id))
  EXECUTE FUNCTION search_follow('card');
-- A section that moves to another department, or is archived, takes its cards along.
CREATE FUNCTION card_types_search_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_index('card', ARRAY(SELECT id FROM cards WHERE type_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER card_types_search_changed AFTER UPDATE OF department_id, archived_at ON card_types
  FOR EACH ROW WHEN ((OLD.department_id, OLD.archived_at) IS DISTINCT FROM (NEW.department_id, NEW.archived_at))
  EXECUTE FUNCTION card_types_search_follow();
SELECT search_index_all('card');
