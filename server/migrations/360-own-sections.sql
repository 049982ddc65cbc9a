-- Sections and fields that administrators add. Changes of settings carry the version that was read.
ALTER TABLE card_types
  ADD version int NOT NULL DEFAULT 1,
  ADD is_own boolean NOT NULL DEFAULT false,
  ADD icon text NOT NULL DEFAULT 'layers';

-- By field: the values that a change of its type replaced. `became` has the value that took its place, if it converted.
ALTER TABLE cards ADD earlier jsonb NOT NULL DEFAULT '{}';
CREATE INDEX cards_in_order ON cards (type_id, id);

-- How far the conversion of a field has come: cards are converted in batches, in the order of their ids.
CREATE TABLE card_conversions (
  id uuid PRIMARY KEY,
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  field text NOT NULL,
  reached uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  UNIQUE (type_id, field)
);

-- Everybody who manages departments hears of new settings; a new or archived section moves rooms on every node.
CREATE FUNCTION announce_section() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_department_changed', NEW.department_id::text);
  IF TG_OP = 'INSERT' OR (OLD.archived_at, OLD.department_id) IS DISTINCT FROM (NEW.archived_at, NEW.department_id) THEN
    PERFORM pg_notify('atoll_sections_moved', NEW.department_id::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER card_types_announce AFTER INSERT OR UPDATE ON card_types
  FOR EACH ROW EXECUTE FUNCTION announce_section();

-- A department without cards takes its sections along when it is deleted, and cards that were deleted in them.
CREATE FUNCTION departments_delete_sections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM cards c USING card_types t
    WHERE t.id = c.type_id AND t.department_id = OLD.id AND c.deleted_at IS NOT NULL;
  DELETE FROM card_types WHERE department_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER departments_delete_sections BEFORE DELETE ON departments
  FOR EACH ROW EXECUTE FUNCTION departments_delete_sections();

-- Values of retired fields are not found.
CREATE OR REPLACE VIEW search_card AS
SELECT c.id, c.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, c.title,
  concat_ws(E'\n', nullif(c.body, ''), (SELECT string_agg(left(e.value #>> '{}', 2000), E'\n' ORDER BY e.key) FROM jsonb_each(c.data) e
    WHERE jsonb_typeof(e.value) = 'string' AND e.value #>> '{}' !~ '^[0-9a-f]{8}-[0-9a-f]{4}-'
      AND NOT t.fields @> jsonb_build_array(jsonb_build_object('name', e.key, 'isRetired', true)))) AS body,
  array_remove(ARRAY[c.owner_id], NULL) AS people, ARRAY[t.department_id] AS departments, NULL::uuid AS channel_id,
  false AS has_file, concat(c.body, c.data::text) ~ 'https?://' AS has_link
FROM cards c JOIN card_types t ON t.id = c.type_id
WHERE c.deleted_at IS NULL AND c.merged_into_id IS NULL AND t.archived_at IS NULL;
