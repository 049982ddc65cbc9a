-- Automations: when something happens in a place and its conditions match, then actions run in the name of the owner. A
-- change writes at most one row for all automations that watch its place. They are matched after the commit.

INSERT INTO permissions (name, resource, action) VALUES ('automations:manage', 'automations', 'manage');

CREATE TABLE automations (
  id uuid PRIMARY KEY,
  -- In whose name it runs. It ends with their account.
  owner_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The session that it acts with, so that whatever ends all sessions of its owner stops it as well.
  session_id uuid REFERENCES sessions (id) ON DELETE SET NULL,
  name text NOT NULL CHECK (name <> ''),
  place_kind text NOT NULL CHECK (place_kind IN ('channel', 'department', 'section')),
  -- No foreign key, because it is of several kinds. A place that is gone has no more events.
  place_id uuid NOT NULL,
  trigger_kind text NOT NULL,
  trigger jsonb NOT NULL,
  conditions jsonb NOT NULL DEFAULT '{}',
  actions jsonb NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  stop_reason text CHECK (stop_reason IN ('access_ended', 'right_lost', 'too_many_runs')),
  -- Events before this time do not start it.
  on_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When its schedule is due next.
  next_at timestamptz,
  -- Counts the assignments in turn.
  turn integer NOT NULL DEFAULT 0,
  sent_hash bytea NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX automations_owner ON automations (owner_id);
CREATE INDEX automations_session ON automations (session_id);
-- Asked with every change in a place.
CREATE INDEX automations_watching ON automations (place_id, trigger_kind) WHERE is_on;
CREATE INDEX automations_place ON automations (place_kind, place_id);
CREATE INDEX automations_newest ON automations (created_at DESC, id DESC);
CREATE INDEX automations_due ON automations (next_at) WHERE is_on AND next_at IS NOT NULL;

-- Changes that automations have not been matched with.
CREATE TABLE automation_events (
  number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  place_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  -- The status or stage that it was changed to.
  value text,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The automation that made the change, and how many automations led to it.
  by_automation uuid,
  depth integer NOT NULL DEFAULT 0
);

CREATE TABLE automation_runs (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  automation_id uuid NOT NULL REFERENCES automations (id) ON DELETE CASCADE,
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- Names the event, so that an automation runs once for it.
  event_key text NOT NULL,
  subject_id uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  depth integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed', 'skipped')),
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  tries integer NOT NULL DEFAULT 0,
  -- Its place in the turn of assignments.
  turn integer,
  results jsonb NOT NULL DEFAULT '[]',
  reason text,
  settled_at timestamptz,
  UNIQUE (automation_id, event_key)
);
CREATE INDEX automation_runs_due ON automation_runs (due_at) WHERE state = 'waiting';
CREATE INDEX automation_runs_log ON automation_runs (automation_id, number DESC);
CREATE INDEX automation_runs_recent ON automation_runs (automation_id, at);
CREATE INDEX automation_runs_settled ON automation_runs (settled_at) WHERE settled_at IS NOT NULL;

-- Queues a change if any automation watches for it: one look at a small index otherwise.
CREATE FUNCTION queue_automation(event text, place uuid, subject uuid, new_value text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- An import adds old things.
  IF current_setting('atoll.is_import', true) = 'on' THEN RETURN; END IF;
  INSERT INTO automation_events (kind, place_id, subject_id, value, by_automation, depth)
    SELECT event, place, subject, new_value, nullif(current_setting('atoll.automation', true), '')::uuid,
      coalesce(nullif(current_setting('atoll.automation_depth', true), '')::integer, 0)
    WHERE EXISTS (SELECT FROM automations WHERE place_id = place AND trigger_kind = event AND is_on);
  IF FOUND THEN PERFORM pg_notify('atoll_automations_due', ''); END IF;
END $$;

CREATE FUNCTION queue_automation_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_automation('message.posted', NEW.channel_id, NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER messages_queue_automation AFTER INSERT ON messages FOR EACH ROW
  WHEN (NEW.deleted_at IS NULL AND NEW.created_at > now() - interval '1 hour')
  EXECUTE FUNCTION queue_automation_message();

CREATE FUNCTION queue_automation_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM queue_automation('task.created', NEW.department_id, NEW.id, NULL);
  ELSE
    PERFORM queue_automation('task.status', NEW.department_id, NEW.id, NEW.status);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_queue_automation_new AFTER INSERT ON tasks FOR EACH ROW
  WHEN (NEW.department_id IS NOT NULL AND NEW.created_at > now() - interval '1 hour')
  EXECUTE FUNCTION queue_automation_task();
CREATE TRIGGER tasks_queue_automation_status AFTER UPDATE OF status ON tasks FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.department_id IS NOT NULL AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION queue_automation_task();

CREATE FUNCTION queue_automation_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM queue_automation('card.created', NEW.type_id, NEW.id, NULL);
  ELSE
    PERFORM queue_automation('card.stage', NEW.type_id, NEW.id, NEW.stage);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER cards_queue_automation_new AFTER INSERT ON cards FOR EACH ROW
  WHEN (NEW.deleted_at IS NULL) EXECUTE FUNCTION queue_automation_card();
CREATE TRIGGER cards_queue_automation_stage AFTER UPDATE OF stage ON cards FOR EACH ROW
  WHEN (OLD.stage IS DISTINCT FROM NEW.stage AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION queue_automation_card();
