-- How each person reads dates, times and numbers. What they did not choose is left out.
ALTER TABLE accounts ADD COLUMN preferences jsonb NOT NULL DEFAULT '{}';
CREATE TRIGGER accounts_announce_preferences AFTER UPDATE OF preferences ON accounts
  FOR EACH ROW EXECUTE FUNCTION announce_user('id');

-- A face or a name is shown on many screens at once, and to everybody.
CREATE FUNCTION announce_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_profile_changed', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER profiles_announce_profile AFTER UPDATE OF name, avatar_url, former_since ON profiles
  FOR EACH ROW EXECUTE FUNCTION announce_profile();

-- Who leaves the company keeps the name under which they wrote, and not their picture.
CREATE OR REPLACE FUNCTION leave_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET former_since = now(), avatar_url = NULL WHERE id = OLD.id;
  DELETE FROM channel_members m USING channels c
  WHERE m.user_id = OLD.id AND c.id = m.channel_id AND c.type <> 'DIRECT';
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_discard_files AFTER DELETE ON accounts
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of('picture');
