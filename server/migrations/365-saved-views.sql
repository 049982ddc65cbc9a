-- A person's saved views of any page with filters. Views of tasks move here.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The kind of page, and for some kinds one section of it: 'tasks', 'cards:<id of the section>', 'knowledge:faq'.
  place text NOT NULL CHECK (place <> ''),
  name text NOT NULL CHECK (name <> ''),
  query text NOT NULL,
  position integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  sent_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX saved_views_place ON saved_views (user_id, place, position, id);
CREATE UNIQUE INDEX saved_views_name ON saved_views (user_id, place, lower(name));

INSERT INTO saved_views (id, user_id, place, name, query, position, sent_hash, created_at)
  SELECT id, user_id, 'tasks', name, query, position, sent_hash, created_at FROM task_views;
DROP TABLE task_views;

-- Views of a page that no longer exists.
CREATE FUNCTION delete_views_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM saved_views WHERE place = TG_ARGV[0] || ':' || OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER department_views AFTER DELETE ON departments FOR EACH ROW EXECUTE FUNCTION delete_views_of('tasks');
CREATE TRIGGER section_views AFTER DELETE ON card_types FOR EACH ROW EXECUTE FUNCTION delete_views_of('cards');
