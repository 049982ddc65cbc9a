-- How much all servers log for a while, chosen without a restart. One row: one choice counts for all of them.
CREATE TABLE log_choice (
  id uuid PRIMARY KEY DEFAULT '00000000-0000-7000-8000-000000000001'
    CHECK (id = '00000000-0000-7000-8000-000000000001'),
  -- Null: as each server is configured.
  level text CHECK (level IN ('error', 'warn', 'info', 'debug', 'trace')),
  ends_at timestamptz,
  CHECK ((level IS NULL) = (ends_at IS NULL))
);
INSERT INTO log_choice DEFAULT VALUES;

CREATE FUNCTION announce_log_choice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_log_choice', '');
  RETURN NULL;
END $$;
CREATE TRIGGER log_choice_announce AFTER UPDATE ON log_choice
  FOR EACH STATEMENT EXECUTE FUNCTION announce_log_choice();
