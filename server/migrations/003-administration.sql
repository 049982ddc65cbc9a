-- Administration of accounts, roles and departments; the audit log; second factors and single sign-on.

-- The version grows with every administrative change: of two people who edit at once the later one is told.
ALTER TABLE accounts ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE roles ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE departments ADD COLUMN version integer NOT NULL DEFAULT 1;

-- Someone who only comes in through the company's own sign-on has no password.
ALTER TABLE accounts ALTER COLUMN password_hash DROP NOT NULL;

-- Set when the account is deleted: what the person wrote stays under this name.
ALTER TABLE profiles ADD COLUMN former_since timestamptz;

ALTER TABLE roles ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;

-- How the session was signed in to: 'password' or 'single-sign-on', where the company's provider asks for a
-- second factor if it wants one.
ALTER TABLE sessions ADD COLUMN way text NOT NULL DEFAULT 'password';

-- Fixed when a department is made: its pages and links survive a new name.
ALTER TABLE departments ADD COLUMN slug text;
UPDATE departments SET slug = lower(regexp_replace(trim(name), '\s+', '-', 'g'));
ALTER TABLE departments ALTER COLUMN slug SET NOT NULL;
CREATE UNIQUE INDEX departments_slug ON departments (slug);

INSERT INTO permissions (name, resource, action)
SELECT resource || ':' || action, resource, action
FROM (VALUES
  ('departments', 'manage'), ('audit', 'read'),
  ('announcements', 'create'), ('announcements', 'publish'), ('knowledge', 'write')
) AS pair (resource, action);

-- The admin's table of users, sorted by any of these. Who never came is the longest away. A search looks at
-- everyone, for which a name has to lie there in lower case: lower() of 10,000 names costs more than the search.
ALTER TABLE profiles ADD COLUMN name_key text NOT NULL GENERATED ALWAYS AS (lower(name)) STORED;
CREATE INDEX profiles_by_name_key ON profiles (name_key, id) WHERE former_since IS NULL;
CREATE INDEX accounts_by_email ON accounts (email, id);
CREATE INDEX accounts_by_last_active ON accounts (last_active_at NULLS FIRST, id);
CREATE INDEX accounts_by_created ON accounts (created_at, id);

-- Who leaves the company stays in their direct chats, which would have no name without them, and goes from all
-- other channels. A trigger, so that it is so whoever deletes the account.
ALTER TABLE channel_members DROP CONSTRAINT channel_members_user_id_fkey;
ALTER TABLE channel_members ADD CONSTRAINT channel_members_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES profiles (id) ON DELETE CASCADE;
CREATE FUNCTION leave_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET former_since = now() WHERE id = OLD.id;
  DELETE FROM channel_members m USING channels c
  WHERE m.user_id = OLD.id AND c.id = m.channel_id AND c.type <> 'DIRECT';
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_leave AFTER DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION leave_company();

-- An authenticator app. It counts once its first code was entered; a code's step is used once.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  last_used_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Who somebody is at the company's own sign-on.
CREATE TABLE single_sign_on_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX single_sign_on_identities_user ON single_sign_on_identities (user_id);

-- What a browser takes from the sign-on's way back to the request for a token: good once, for a minute.
CREATE TABLE single_sign_on_codes (
  code_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX single_sign_on_codes_user ON single_sign_on_codes (user_id);

-- Failed sign-ins, shared by all nodes. The key is a hash: the table names nobody.
CREATE TABLE sign_in_failures (
  key bytea PRIMARY KEY,
  count integer NOT NULL,
  last_at timestamptz NOT NULL,
  held_until timestamptz NOT NULL
);
CREATE INDEX sign_in_failures_age ON sign_in_failures (last_at);

-- Every node hears of a change that decides what somebody may do, whoever wrote it: a write cannot forget to
-- tell, and neither can a hand on the database. A notification is sent when its transaction commits.
CREATE FUNCTION announce_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('atoll_viewer_changed', to_jsonb(OLD) ->> TG_ARGV[0]); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('atoll_viewer_changed', to_jsonb(NEW) ->> TG_ARGV[0]); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_roles_announce AFTER INSERT OR UPDATE OR DELETE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION announce_user('user_id');
CREATE TRIGGER user_departments_announce AFTER INSERT OR UPDATE OR DELETE ON user_departments
  FOR EACH ROW EXECUTE FUNCTION announce_user('user_id');
CREATE TRIGGER accounts_announce AFTER UPDATE OF email, email_confirmed_at, disabled_at OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION announce_user('id');
CREATE TRIGGER profiles_announce AFTER UPDATE OF name, avatar_url ON profiles
  FOR EACH ROW EXECUTE FUNCTION announce_user('id');
CREATE TRIGGER second_factors_announce AFTER INSERT OR UPDATE OF confirmed_at OR DELETE ON second_factors
  FOR EACH ROW EXECUTE FUNCTION announce_user('user_id');

-- A role or a department concerns many people: one notification, and every node looks at all it serves.
CREATE FUNCTION announce_everyone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_viewers_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER role_permissions_announce AFTER INSERT OR UPDATE OR DELETE ON role_permissions
  FOR EACH STATEMENT EXECUTE FUNCTION announce_everyone();
CREATE TRIGGER roles_announce AFTER UPDATE OF name, requires_second_factor OR DELETE ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION announce_everyone();
CREATE TRIGGER departments_announce AFTER UPDATE OF name OR DELETE ON departments
  FOR EACH STATEMENT EXECUTE FUNCTION announce_everyone();

-- Payload: the session, and the error code that tells its browser why, where that is more than that it ended.
CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_session_ended', concat_ws(' ', OLD.id,
    CASE WHEN TG_OP = 'UPDATE' AND NEW.end_reason = 'account disabled' THEN 'account_disabled' END));
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_announce_end AFTER UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION announce_session_end();
CREATE TRIGGER sessions_announce_deletion AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION announce_session_end();

-- A retired key stops verifying on every node at once.
CREATE FUNCTION announce_signing_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_signing_keys_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER signing_keys_announce AFTER INSERT OR UPDATE OR DELETE ON signing_keys
  FOR EACH STATEMENT EXECUTE FUNCTION announce_signing_keys();

-- The audit log: rows are added and never changed, and each holds the hash of the one before.
CREATE TABLE audit_log (
  number bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  -- Names are kept as they were; no reference, so that nothing has to change when somebody leaves.
  actor_id uuid,
  actor_name text,
  action text NOT NULL,
  subject_type text,
  subject_id text,
  subject_name text,
  before jsonb,
  after jsonb,
  address text NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);
CREATE INDEX audit_log_actor ON audit_log (actor_id, number);
CREATE INDEX audit_log_action ON audit_log (action, number);
CREATE INDEX audit_log_subject ON audit_log (subject_id, number);
CREATE INDEX audit_log_at ON audit_log (at, number);

-- jsonb writes the same value always the same way.
CREATE FUNCTION audit_hash(entry audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(entry.previous_hash || convert_to(jsonb_build_array(
    entry.number, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    entry.actor_id, entry.actor_name, entry.action,
    entry.subject_type, entry.subject_id, entry.subject_name,
    entry.before, entry.after, entry.address)::text, 'UTF8'))
$$;

CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last audit_log;
BEGIN
  -- One writer at a time until it commits: numbers without a gap, and every row after the one it names.
  PERFORM pg_advisory_xact_lock(hashtext('atoll audit log'));
  SELECT * INTO last FROM audit_log ORDER BY number DESC LIMIT 1;
  NEW.number := coalesce(last.number, 0) + 1;
  -- Never before the entry before, also when the clock is set back: a span of time is a span of numbers.
  NEW.at := greatest(clock_timestamp(), last.at);
  NEW.previous_hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  NEW.hash := audit_hash(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is only added to';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
