-- What reaches people on devices where Atoll is not open: over the push services of their browsers.

-- Names this installation to push services, the newest for new subscriptions. One that was replaced signs for those that
-- were made with it, until their browsers have taken the newest.
CREATE TABLE push_keys (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  public_key bytea NOT NULL CHECK (length(public_key) = 65),
  private_key bytea NOT NULL CHECK (length(private_key) = 32),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Of one session at most one, and it goes with it.
CREATE TABLE push_subscriptions (
  session_id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  key_id uuid NOT NULL REFERENCES push_keys (id),
  -- Where it is sent to, and what only the browser can open it with.
  endpoint text NOT NULL CHECK (length(endpoint) <= 2000),
  p256dh bytea NOT NULL CHECK (length(p256dh) = 65),
  auth bytea NOT NULL CHECK (length(auth) = 16),
  -- The host of the endpoint, to give each push service its part of the work.
  service text NOT NULL,
  -- Where this browser opens Atoll.
  origin text NOT NULL,
  is_mobile boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When its browser said last that it is there.
  checked_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX push_subscriptions_endpoint ON push_subscriptions (endpoint);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id, checked_at);
CREATE INDEX push_subscriptions_key ON push_subscriptions (key_id);

CREATE FUNCTION drop_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE session_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_drop_push AFTER UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION drop_push_of_session();

-- The list of devices says which of them is reached.
CREATE FUNCTION announce_push_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_sessions_changed', coalesce(NEW.user_id, OLD.user_id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER push_subscriptions_announce AFTER INSERT OR DELETE ON push_subscriptions
  FOR EACH ROW EXECUTE FUNCTION announce_push_device();

-- An entry of an inbox that is to reach a device: from the transaction that makes or renews the entry, until the push
-- service has taken it. Whether it goes at all is decided when it is due, and again at each try.
CREATE TABLE pushes (
  session_id uuid NOT NULL REFERENCES push_subscriptions (session_id) ON DELETE CASCADE,
  entry_id uuid NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Counts what was told: what was sent of an earlier turn is sent again.
  turn integer NOT NULL DEFAULT 1,
  -- Whoever takes it puts this off for as long as a try takes.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Kept back for the end of quiet hours and the like.
  is_held boolean NOT NULL DEFAULT false,
  -- The entries of a summary, where it is one.
  summed uuid[],
  tries integer NOT NULL DEFAULT 0,
  first_tried_at timestamptz,
  PRIMARY KEY (session_id, entry_id)
);
CREATE INDEX pushes_due ON pushes (due_at);
CREATE INDEX pushes_entry ON pushes (entry_id);
CREATE INDEX pushes_held ON pushes (user_id) WHERE is_held;

CREATE FUNCTION queue_pushes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pushes (session_id, entry_id, user_id)
  SELECT s.session_id, c.id, c.user_id FROM changed c JOIN push_subscriptions s ON s.user_id = c.user_id
  WHERE c.read_at IS NULL AND c.done_at IS NULL AND c.snoozed_until IS NULL
  ORDER BY s.session_id, c.id
  ON CONFLICT (session_id, entry_id) DO UPDATE SET
    told_at = excluded.told_at, due_at = excluded.due_at, turn = pushes.turn + 1, tries = 0, first_tried_at = NULL;
  IF FOUND THEN PERFORM pg_notify('atoll_push', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notifications_queue_new AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_pushes();

-- Only what was told anew, or has come back: not what was read, or taken back from being done.
CREATE FUNCTION queue_renewed_pushes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pushes (session_id, entry_id, user_id)
  SELECT s.session_id, c.id, c.user_id FROM changed c JOIN before b ON b.id = c.id
    JOIN push_subscriptions s ON s.user_id = c.user_id
  WHERE c.read_at IS NULL AND c.done_at IS NULL AND c.snoozed_until IS NULL
    AND (c.at > b.at OR c.last_seq > b.last_seq)
  ORDER BY s.session_id, c.id
  ON CONFLICT (session_id, entry_id) DO UPDATE SET
    told_at = excluded.told_at, due_at = excluded.due_at, turn = pushes.turn + 1, tries = 0, first_tried_at = NULL;
  IF FOUND THEN PERFORM pg_notify('atoll_push', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notifications_queue_renewed AFTER UPDATE ON notifications
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_renewed_pushes();

-- Whoever chose otherwise may be reached again: what was held back for them is looked at now.
CREATE FUNCTION look_at_held_pushes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pushes SET due_at = now() WHERE user_id = coalesce(NEW.user_id, OLD.user_id) AND is_held;
  IF FOUND THEN PERFORM pg_notify('atoll_push', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notification_settings_release AFTER INSERT OR UPDATE OR DELETE ON notification_settings
  FOR EACH ROW EXECUTE FUNCTION look_at_held_pushes();
CREATE TRIGGER chosen_statuses_release AFTER UPDATE OR DELETE ON chosen_statuses
  FOR EACH ROW EXECUTE FUNCTION look_at_held_pushes();

-- What was done by the buttons of a notification, each of which works once.
CREATE TABLE push_acts (
  id uuid PRIMARY KEY,
  act_hash bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_acts_age ON push_acts (at);
