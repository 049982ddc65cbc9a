-- What is told to people about their account and the places they are in, and what they are asked for next.

-- Until it is read: the audit log keeps it for good.
CREATE TABLE notices (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- By the names of that moment: what is told is what happened then.
  actor_name text NOT NULL,
  place text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notices_user ON notices (user_id, id);
-- They travel with the viewer.
CREATE TRIGGER notices_announce AFTER INSERT OR DELETE ON notices
  FOR EACH ROW EXECUTE FUNCTION announce_user('user_id');

-- Somebody else has changed how this person signs in: they choose a password before anything else.
ALTER TABLE accounts ADD COLUMN must_choose_password boolean NOT NULL DEFAULT false;
CREATE TRIGGER accounts_announce_new_password AFTER UPDATE OF must_choose_password ON accounts
  FOR EACH ROW EXECUTE FUNCTION announce_user('id');

-- A private channel that nobody is in any more is nobody's to read: it is archived, whoever took the last one out.
-- One that follows a department waits for that department's next people. Runs after the count, whose lock on the
-- channels it needs: triggers fire by name.
CREATE FUNCTION archive_empty_channels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE channels c SET archived_at = now()
  WHERE c.id IN (SELECT channel_id FROM changed)
    AND c.type = 'PRIVATE' AND NOT c.follows_department AND c.archived_at IS NULL
    AND NOT EXISTS (SELECT FROM channel_members m WHERE m.channel_id = c.id);
  RETURN NULL;
END $$;
CREATE TRIGGER channel_members_left_empty AFTER DELETE ON channel_members
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION archive_empty_channels();
