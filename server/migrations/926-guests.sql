-- Guests: accounts whose people see only the channels that they were added to, until a date. A guest holds no role and is
-- in no department. So what counts people by their roles leaves guests out.

INSERT INTO permissions (name, resource, action) VALUES ('guests:invite', 'guests', 'invite');

-- Set for guests alone.
ALTER TABLE accounts ADD COLUMN guest_until timestamptz;
-- Null once the person who invited them has left.
ALTER TABLE accounts ADD COLUMN guest_invited_by uuid REFERENCES profiles (id) ON DELETE SET NULL;
ALTER TABLE accounts ADD CONSTRAINT accounts_bots_are_no_guests CHECK (NOT is_bot OR guest_until IS NULL);
ALTER TABLE accounts ADD CONSTRAINT accounts_guests_are_invited CHECK (guest_invited_by IS NULL OR guest_until IS NOT NULL);
CREATE INDEX accounts_guests ON accounts (guest_until, id) WHERE guest_until IS NOT NULL;
CREATE INDEX accounts_guests_invited ON accounts (guest_invited_by) WHERE guest_invited_by IS NOT NULL;

-- A guest without a channel would be of no use, and an invitation of a guest gives no roles.
ALTER TABLE invitations ADD COLUMN guest_until timestamptz;
ALTER TABLE invitations ADD CONSTRAINT invitations_of_guests CHECK (guest_until IS NULL
  OR (cardinality(role_ids) = 0 AND cardinality(department_ids) = 0 AND cardinality(channel_ids) > 0));

-- Nothing gives a guest a role or a department, whatever way of giving one is added.
CREATE FUNCTION keep_guests_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM accounts WHERE id = NEW.user_id AND guest_until IS NOT NULL) THEN
    RAISE EXCEPTION 'guests hold no roles and are in no departments'
      USING CONSTRAINT = 'guests_hold_nothing', ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER user_roles_keep_guests_out BEFORE INSERT OR UPDATE OF user_id ON user_roles
  FOR EACH ROW EXECUTE FUNCTION keep_guests_out();
CREATE TRIGGER user_departments_keep_guests_out BEFORE INSERT OR UPDATE OF user_id ON user_departments
  FOR EACH ROW EXECUTE FUNCTION keep_guests_out();

-- Nobody who holds a role becomes a guest.
CREATE FUNCTION keep_roles_from_guests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM user_roles WHERE user_id = NEW.id) OR EXISTS (SELECT FROM user_departments WHERE user_id = NEW.id) THEN
    RAISE EXCEPTION 'a colleague does not become a guest'
      USING CONSTRAINT = 'guests_hold_nothing', ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER accounts_keep_roles_from_guests BEFORE UPDATE OF guest_until ON accounts
  FOR EACH ROW WHEN (NEW.guest_until IS NOT NULL AND OLD.guest_until IS NULL) EXECUTE FUNCTION keep_roles_from_guests();

-- No token of a program and no bot belongs to a guest.
CREATE FUNCTION keep_guests_from_programs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM accounts WHERE id = NEW.user_id AND guest_until IS NOT NULL) THEN
    RAISE EXCEPTION 'guests have no programs' USING CONSTRAINT = 'guests_have_no_tokens', ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sessions_keep_guests_from_programs BEFORE INSERT OR UPDATE OF way ON sessions
  FOR EACH ROW WHEN (NEW.way = 'token') EXECUTE FUNCTION keep_guests_from_programs();

-- What a guest may do changes with the date and with becoming a colleague. Names of guests are marked, so caches follow.
CREATE TRIGGER accounts_announce_guests AFTER UPDATE OF guest_until ON accounts
  FOR EACH ROW WHEN (NEW.guest_until IS DISTINCT FROM OLD.guest_until) EXECUTE FUNCTION announce_user('id');

-- The digest is for colleagues, until a guest chooses one.
CREATE OR REPLACE FUNCTION give_digest_to_new_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_preferences (user_id, digest)
    SELECT NEW.id, digest_of_new_people FROM company
    WHERE digest_of_new_people <> 'off' AND NOT NEW.is_bot AND NEW.guest_until IS NULL;
  RETURN NULL;
END $$;

-- As before, but a guest inherits no channel. (080-called-in-threads.sql)
CREATE OR REPLACE FUNCTION clear_after_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_channel_stars s USING changed g WHERE s.channel_id = g.channel_id AND s.user_id = g.user_id;
  UPDATE message_mentions n SET waits = false FROM changed g
  WHERE n.waits AND n.user_id = g.user_id AND n.channel_id = g.channel_id;
  DELETE FROM thread_followers f USING changed g, messages x
  WHERE f.user_id = g.user_id AND x.id = f.message_id AND x.channel_id = g.channel_id;
  UPDATE channel_members m SET is_owner = true FROM (
    SELECT DISTINCT ON (n.channel_id) n.channel_id, n.user_id
    FROM channel_members n JOIN accounts a ON a.id = n.user_id AND a.guest_until IS NULL
    WHERE n.channel_id IN (SELECT channel_id FROM changed WHERE is_owner)
      AND NOT EXISTS (SELECT FROM channel_members o WHERE o.channel_id = n.channel_id AND o.is_owner)
    ORDER BY n.channel_id, a.disabled_at IS NOT NULL, n.joined_at, n.user_id
  ) heir
  WHERE m.channel_id = heir.channel_id AND m.user_id = heir.user_id;
  RETURN NULL;
END $$;
