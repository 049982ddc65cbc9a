-- Bots: accounts without sign-in, with which programs act in their own name. A bot holds no role: it has the permissions
-- that its owner has, of those that everyone has. So what counts people by their roles leaves bots out.

INSERT INTO permissions (name, resource, action) VALUES ('bots:manage', 'bots', 'manage');

ALTER TABLE accounts ADD COLUMN is_bot boolean NOT NULL DEFAULT false;
ALTER TABLE accounts ADD CONSTRAINT accounts_bots_have_no_password CHECK (NOT is_bot OR password_hash IS NULL);

CREATE TABLE bots (
  id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  -- Null once they have left without an heir: the bot then stops until it is handed over.
  owner_id uuid REFERENCES accounts (id) ON DELETE SET NULL,
  -- What it does, for those who invite it.
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 300),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bots_owner ON bots (owner_id);
CREATE INDEX bots_created ON bots (created_at, id);

-- Its viewer depends on its owner. Lists of bots follow.
CREATE TRIGGER bots_announce AFTER INSERT OR UPDATE OR DELETE ON bots
  FOR EACH ROW EXECUTE FUNCTION announce_user('id');
CREATE FUNCTION announce_bots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_bots_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER bots_announce_list AFTER INSERT OR UPDATE OR DELETE ON bots
  FOR EACH STATEMENT EXECUTE FUNCTION announce_bots();

-- Nothing signs a bot in, whatever way of signing in is added.
CREATE FUNCTION keep_bots_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM accounts WHERE id = NEW.user_id AND is_bot) THEN
    RAISE EXCEPTION 'bots do not sign in' USING CONSTRAINT = 'sessions_of_bots_are_tokens', ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sessions_keep_bots_out BEFORE INSERT OR UPDATE OF way ON sessions
  FOR EACH ROW WHEN (NEW.way <> 'token') EXECUTE FUNCTION keep_bots_out();

-- Bots read no mail.
CREATE OR REPLACE FUNCTION give_digest_to_new_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_preferences (user_id, digest)
    SELECT NEW.id, digest_of_new_people FROM company WHERE digest_of_new_people <> 'off' AND NOT NEW.is_bot;
  RETURN NULL;
END $$;

-- Search finds colleagues.
CREATE OR REPLACE VIEW search_person AS
SELECT p.id, p.created_at AS at, NULL::text AS subject_kind, NULL::uuid AS subject_id, p.name AS title, a.email AS body,
  ARRAY[p.id] AS people,
  ARRAY(SELECT d.department_id FROM user_departments d WHERE d.user_id = p.id ORDER BY 1) AS departments,
  NULL::uuid AS channel_id, false AS has_file, false AS has_link
FROM profiles p JOIN accounts a ON a.id = p.id WHERE a.disabled_at IS NULL AND NOT a.is_bot;
