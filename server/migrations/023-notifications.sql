-- What people are told: what there is to tell, written with the change that it is about, and the inbox of each person.

-- One row for each thing that happened, however many are to hear of it: it is made into entries once it is committed.
CREATE TABLE tellings (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  -- Nothing new: who was told of the subject looks at it again.
  is_again boolean NOT NULL DEFAULT false,
  -- Who did it, and is not told of it.
  actor_id uuid,
  -- Whom: these people, and those that the kind finds by a rule, but not those who are spared.
  people uuid[] NOT NULL DEFAULT '{}',
  rule text,
  spared uuid[] NOT NULL DEFAULT '{}',
  -- Where it is read, and under which number there.
  place_id uuid,
  seq bigint,
  -- What would not be known any more when it is read.
  facts jsonb,
  at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  -- Everybody up to this person has been told.
  told_up_to uuid,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tellings_due ON tellings (due_at, id);
CREATE FUNCTION announce_telling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_telling', '');
  RETURN NULL;
END $$;
CREATE TRIGGER tellings_announce AFTER INSERT ON tellings FOR EACH ROW EXECUTE FUNCTION announce_telling();

-- A person's entry about a subject: what is said of the same again goes into the same entry.
CREATE TABLE notifications (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- Of the inbox, as the kind said when it was told.
  tab text NOT NULL,
  subject_id uuid NOT NULL,
  reason text NOT NULL,
  place_id uuid,
  -- What is new since it was read last: from this number on, to that one.
  first_seq bigint,
  last_seq bigint,
  count integer NOT NULL DEFAULT 1,
  -- The last three, newest first.
  actor_ids uuid[] NOT NULL DEFAULT '{}',
  facts jsonb,
  -- Also shown above everything until it was read; it travels with the viewer.
  is_on_top boolean NOT NULL DEFAULT false,
  at timestamptz NOT NULL,
  read_at timestamptz,
  done_at timestamptz,
  snoozed_until timestamptz
);
CREATE UNIQUE INDEX notifications_subject ON notifications (subject_id, kind, user_id);
-- The lists: each tab by itself, from which "all" is merged.
CREATE INDEX notifications_inbox ON notifications (user_id, tab, at, id) WHERE done_at IS NULL;
CREATE INDEX notifications_unread ON notifications (user_id, tab, at, id) WHERE done_at IS NULL AND read_at IS NULL;
CREATE INDEX notifications_done ON notifications (user_id, tab, at, id) WHERE done_at IS NOT NULL;
CREATE INDEX notifications_snoozed ON notifications (snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX notifications_snoozed_of ON notifications (user_id, at, id) WHERE snoozed_until IS NOT NULL;
-- What was read with its place; also for what goes with an account.
CREATE INDEX notifications_place ON notifications (user_id, place_id);
CREATE INDEX notifications_on_top ON notifications (user_id, id) WHERE is_on_top AND read_at IS NULL AND done_at IS NULL;
-- Of what is old.
CREATE INDEX notifications_age ON notifications (at);

-- Every node tells the devices that it serves. Payload: the person, and the entry where it is one.
CREATE FUNCTION announce_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_notified', concat_ws(' ', user_id, CASE WHEN count(*) = 1 THEN (array_agg(id))[1] END))
  FROM changed GROUP BY user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER notifications_announce_new AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();
CREATE TRIGGER notifications_announce_changed AFTER UPDATE ON notifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();
CREATE TRIGGER notifications_announce_gone AFTER DELETE ON notifications
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_notifications();

-- Who leaves a channel, or comes back, reads other entries than before.
CREATE FUNCTION announce_readable_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_notified', c.user_id::text) FROM changed c
  WHERE EXISTS (SELECT FROM notifications n WHERE n.user_id = c.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER channel_members_announce_readable_joined AFTER INSERT ON channel_members
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_readable_notifications();
CREATE TRIGGER channel_members_announce_readable_left AFTER DELETE ON channel_members
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_readable_notifications();

-- Every node knows when the next one comes back.
CREATE FUNCTION announce_snooze() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_snoozed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER notifications_announce_snooze AFTER UPDATE OF snoozed_until ON notifications
  FOR EACH ROW WHEN (NEW.snoozed_until IS NOT NULL AND NEW.snoozed_until IS DISTINCT FROM OLD.snoozed_until)
  EXECUTE FUNCTION announce_snooze();

CREATE TRIGGER notifications_announce_on_top AFTER INSERT ON notifications
  FOR EACH ROW WHEN (NEW.is_on_top) EXECUTE FUNCTION announce_user('user_id');
CREATE TRIGGER notifications_announce_on_top_read AFTER UPDATE ON notifications
  FOR EACH ROW WHEN (NEW.is_on_top AND (NEW.read_at, NEW.done_at, NEW.at) IS DISTINCT FROM (OLD.read_at, OLD.done_at, OLD.at))
  EXECUTE FUNCTION announce_user('user_id');

-- Whether a browser is new to somebody is asked at every sign-in.
CREATE INDEX sessions_device_of ON sessions (user_id) WHERE device_hash IS NOT NULL;

-- What was told before there was an inbox; of several of the same, which named no subject, each is its own.
INSERT INTO notifications (id, user_id, kind, tab, subject_id, reason, facts, is_on_top, at)
SELECT id, user_id, kind, 'must-read', id, 'concerned', jsonb_build_object('actor', actor_name, 'place', place), true,
  date_trunc('milliseconds', created_at)
FROM notices;
DROP TABLE notices;
