-- Reminders: a person, a colleague or a channel is reminded once, at a time.

CREATE TABLE reminders (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Who is reminded: the owner or a colleague, or a channel.
  person_id uuid REFERENCES accounts (id) ON DELETE CASCADE,
  channel_id uuid REFERENCES channels (id) ON DELETE CASCADE,
  -- The channel in which it was written.
  place_id uuid REFERENCES channels (id) ON DELETE SET NULL,
  text text NOT NULL,
  due_at timestamptz NOT NULL,
  -- Sent, or given up.
  sent_at timestamptz,
  -- Why it could not be posted in its channel. Its owner is reminded instead.
  failure text,
  sent_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((person_id IS NULL) <> (channel_id IS NULL))
);
CREATE INDEX reminders_owner ON reminders (owner_id, due_at, id) WHERE sent_at IS NULL;
CREATE INDEX reminders_due ON reminders (due_at) WHERE sent_at IS NULL;
CREATE INDEX reminders_sent ON reminders (sent_at) WHERE sent_at IS NOT NULL;
-- For the foreign keys.
CREATE INDEX reminders_of_owner ON reminders (owner_id);
CREATE INDEX reminders_person ON reminders (person_id);
CREATE INDEX reminders_channel ON reminders (channel_id);
CREATE INDEX reminders_place ON reminders (place_id);

CREATE FUNCTION announce_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_reminder_due', '');
  RETURN NULL;
END $$;
CREATE TRIGGER reminders_announce AFTER INSERT ON reminders
  FOR EACH STATEMENT EXECUTE FUNCTION announce_reminders();
