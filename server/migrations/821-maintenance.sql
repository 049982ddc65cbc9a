-- The maintenance that people are told about. One row: there is one at a time, and one whose end has passed is over.
CREATE TABLE maintenance (
  id uuid PRIMARY KEY DEFAULT '00000000-0000-7000-8000-000000000001'
    CHECK (id = '00000000-0000-7000-8000-000000000001'),
  -- Null: none is announced.
  text text CHECK (length(text) BETWEEN 1 AND 300),
  starts_at timestamptz,
  ends_at timestamptz CHECK (ends_at > starts_at),
  -- While it lasts, only super administrators write.
  is_read_only boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  CHECK ((text IS NULL) = (starts_at IS NULL) AND (text IS NULL) = (ends_at IS NULL))
);
INSERT INTO maintenance DEFAULT VALUES;

CREATE FUNCTION announce_maintenance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_maintenance', '');
  RETURN NULL;
END $$;
CREATE TRIGGER maintenance_announce AFTER UPDATE ON maintenance
  FOR EACH STATEMENT EXECUTE FUNCTION announce_maintenance();
