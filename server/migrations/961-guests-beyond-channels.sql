-- Guests see single tasks, pages and events that they were invited to. Each row is one guest of one thing.
CREATE TABLE guest_access (
  subject_kind text NOT NULL CHECK (subject_kind IN ('task', 'article', 'event')),
  subject_id uuid NOT NULL,
  guest_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  may_comment boolean NOT NULL,
  invited_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject_id, subject_kind, guest_id)
);
CREATE INDEX guest_access_guest ON guest_access (guest_id, subject_kind, created_at, subject_id);
CREATE INDEX guest_access_inviter ON guest_access (invited_by) WHERE invited_by IS NOT NULL;

-- Colleagues have other rights, and no row here.
CREATE FUNCTION keep_colleagues_from_guest_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM accounts WHERE id = NEW.guest_id AND guest_until IS NOT NULL) THEN
    RAISE EXCEPTION 'only guests are invited to single things'
      USING CONSTRAINT = 'guest_access_of_guests', ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guest_access_of_guests BEFORE INSERT OR UPDATE OF guest_id ON guest_access
  FOR EACH ROW EXECUTE FUNCTION keep_colleagues_from_guest_access();
CREATE FUNCTION end_guest_access_of_colleague() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM guest_access WHERE guest_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_end_guest_access AFTER UPDATE OF guest_until ON accounts
  FOR EACH ROW WHEN (OLD.guest_until IS NOT NULL AND NEW.guest_until IS NULL) EXECUTE FUNCTION end_guest_access_of_colleague();

-- A guest hears that something of theirs has changed, or is theirs no more, whatever code changed it.
CREATE FUNCTION announce_guest_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row guest_access := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM pg_notify('atoll_guest_thing', concat_ws(' ', row.guest_id, row.subject_kind, row.subject_id));
  RETURN NULL;
END $$;
CREATE TRIGGER guest_access_announce AFTER INSERT OR UPDATE OR DELETE ON guest_access
  FOR EACH ROW EXECUTE FUNCTION announce_guest_access();
CREATE FUNCTION announce_thing_of_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_guest_thing', concat_ws(' ', guest_id, subject_kind, subject_id))
    FROM guest_access WHERE subject_id = NEW.id AND subject_kind = TG_ARGV[0];
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_announce_to_guests AFTER UPDATE ON tasks
  FOR EACH ROW EXECUTE FUNCTION announce_thing_of_guests('task');

-- Nobody is a guest of something that is gone for good.
CREATE FUNCTION end_guest_access_to_thing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM guest_access WHERE subject_id = OLD.id AND subject_kind = TG_ARGV[0];
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_end_guest_access AFTER DELETE ON tasks
  FOR EACH ROW EXECUTE FUNCTION end_guest_access_to_thing('task');
