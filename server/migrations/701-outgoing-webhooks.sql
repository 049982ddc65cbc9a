-- Outgoing webhooks: what happens in a place is sent to an address. The database queues a delivery in the transaction of
-- the change, by any writer, so that a killed server loses none. The content is read when it is sent, as the owner sees
-- it then.

INSERT INTO permissions (name, resource, action) VALUES ('webhooks:manage', 'webhooks', 'manage');

CREATE TABLE outgoing_webhooks (
  id uuid PRIMARY KEY,
  -- In whose name it reads. It ends with their account: nobody inherits what goes to an address that they do not know.
  owner_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL,
  address text NOT NULL,
  place_kind text NOT NULL CHECK (place_kind IN ('channel', 'department', 'section', 'company')),
  -- No foreign key, because it is of several kinds. One that is gone has no more events.
  place_id uuid,
  events text[] NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  -- Why it was switched off, if not by its owner: its receiver failed, or all access of its owner ended.
  stop_reason text CHECK (stop_reason IN ('receiver_failed', 'access_ended')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((place_kind = 'company') = (place_id IS NULL))
);
CREATE INDEX outgoing_webhooks_owner ON outgoing_webhooks (owner_id, created_at);
-- Asked with every change in a place.
CREATE INDEX outgoing_webhooks_place ON outgoing_webhooks (place_id) WHERE is_on;

-- The secret, encrypted. A former one signs as well until its end.
CREATE TABLE outgoing_webhook_secrets (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES outgoing_webhooks (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  key_id uuid NOT NULL REFERENCES signing_keys (id),
  ends_at timestamptz
);
CREATE UNIQUE INDEX outgoing_webhook_secrets_current ON outgoing_webhook_secrets (webhook_id) WHERE ends_at IS NULL;
CREATE INDEX outgoing_webhook_secrets_webhook ON outgoing_webhook_secrets (webhook_id);

CREATE TABLE outgoing_deliveries (
  -- The same for all attempts.
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  webhook_id uuid NOT NULL REFERENCES outgoing_webhooks (id) ON DELETE CASCADE,
  -- Their order. What is about the same subject is sent in this order.
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  event text NOT NULL,
  subject_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- A node tries it until then. After that the node counts as dead.
  taken_until timestamptz,
  tries integer NOT NULL DEFAULT 0,
  trying_since timestamptz,
  settled_at timestamptz,
  status integer,
  failure text
);
CREATE INDEX outgoing_deliveries_due ON outgoing_deliveries (due_at) WHERE state = 'waiting';
CREATE INDEX outgoing_deliveries_next ON outgoing_deliveries (webhook_id, due_at, number) WHERE state = 'waiting';
CREATE INDEX outgoing_deliveries_subject ON outgoing_deliveries (webhook_id, subject_id, number) WHERE state = 'waiting';
CREATE INDEX outgoing_deliveries_log ON outgoing_deliveries (webhook_id, number DESC);
CREATE INDEX outgoing_deliveries_settled ON outgoing_deliveries (settled_at) WHERE settled_at IS NOT NULL;

-- Ends what goes on without a session of its person: the tokens of their bots, and their outgoing webhooks. Called with
-- whatever ends all of their sessions: a thief may have made them. Returns the webhooks that it switched off.
CREATE FUNCTION end_programs_of(person uuid, reason text) RETURNS TABLE (webhook_id uuid, webhook_name text)
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sessions SET ended_at = now(), end_reason = reason
    WHERE user_id IN (SELECT id FROM bots WHERE owner_id = person) AND ended_at IS NULL;
  IF FOUND THEN PERFORM pg_notify('atoll_bots_changed', ''); END IF;
  RETURN QUERY WITH stopped AS (
    UPDATE outgoing_webhooks SET is_on = false, stop_reason = 'access_ended', version = version + 1
    WHERE owner_id = person AND is_on RETURNING id, name
  ), settled AS (
    UPDATE outgoing_deliveries d SET state = 'failed', settled_at = now(), failure = 'The webhook was switched off'
    FROM stopped WHERE d.webhook_id = stopped.id AND d.state = 'waiting'
  ) SELECT id, name FROM stopped;
END $$;

-- Queues an event for the webhooks of a place, if there are any: one look at a small index otherwise.
CREATE FUNCTION queue_outgoing(kind text, place uuid, event_name text, subject uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- An import adds old things, and so does its undoing: other systems are told of neither.
  IF current_setting('atoll.is_import', true) = 'on' THEN RETURN; END IF;
  IF kind = 'company' THEN
    INSERT INTO outgoing_deliveries (webhook_id, event, subject_id)
      SELECT id, event_name, subject FROM outgoing_webhooks
      WHERE place_id IS NULL AND place_kind = 'company' AND is_on AND event_name = ANY(events);
  ELSE
    INSERT INTO outgoing_deliveries (webhook_id, event, subject_id)
      SELECT id, event_name, subject FROM outgoing_webhooks
      WHERE place_id = place AND place_kind = kind AND is_on AND event_name = ANY(events);
  END IF;
  IF FOUND THEN PERFORM pg_notify('atoll_outgoing_due', ''); END IF;
END $$;

CREATE FUNCTION queue_outgoing_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_outgoing('channel', NEW.channel_id, TG_ARGV[0], NEW.id);
  RETURN NULL;
END $$;
-- Imported messages are old.
CREATE TRIGGER messages_queue_outgoing_new AFTER INSERT ON messages FOR EACH ROW
  WHEN (NEW.deleted_at IS NULL AND NEW.created_at > now() - interval '1 hour')
  EXECUTE FUNCTION queue_outgoing_message('message.posted');
CREATE TRIGGER messages_queue_outgoing_changed AFTER UPDATE OF content ON messages FOR EACH ROW
  WHEN (OLD.content IS DISTINCT FROM NEW.content AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION queue_outgoing_message('message.changed');
CREATE TRIGGER messages_queue_outgoing_deleted AFTER UPDATE OF deleted_at ON messages FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION queue_outgoing_message('message.deleted');

CREATE FUNCTION queue_outgoing_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM queue_outgoing('department', NEW.department_id, 'task.created', NEW.id);
  ELSIF NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL THEN
    PERFORM queue_outgoing('department', OLD.department_id, 'task.deleted', NEW.id);
  ELSIF NEW.department_id IS DISTINCT FROM OLD.department_id THEN
    PERFORM queue_outgoing('department', OLD.department_id, 'task.deleted', NEW.id);
    PERFORM queue_outgoing('department', NEW.department_id, 'task.created', NEW.id);
  ELSE
    PERFORM queue_outgoing('department', NEW.department_id, 'task.changed', NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_queue_outgoing_new AFTER INSERT ON tasks FOR EACH ROW
  WHEN (NEW.department_id IS NOT NULL AND NEW.created_at > now() - interval '1 hour')
  EXECUTE FUNCTION queue_outgoing_task();
CREATE TRIGGER tasks_queue_outgoing_changed AFTER UPDATE ON tasks FOR EACH ROW
  WHEN ((OLD.department_id IS NOT NULL OR NEW.department_id IS NOT NULL)
    AND (OLD.version, OLD.department_id, OLD.deleted_at) IS DISTINCT FROM (NEW.version, NEW.department_id, NEW.deleted_at))
  EXECUTE FUNCTION queue_outgoing_task();

CREATE FUNCTION queue_outgoing_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_outgoing('section', NEW.type_id, CASE
    WHEN TG_OP = 'INSERT' THEN 'card.created'
    WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL THEN 'card.deleted'
    ELSE 'card.changed' END, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER cards_queue_outgoing_new AFTER INSERT ON cards FOR EACH ROW EXECUTE FUNCTION queue_outgoing_card();
CREATE TRIGGER cards_queue_outgoing_changed AFTER UPDATE ON cards FOR EACH ROW
  WHEN ((OLD.version, OLD.stage, OLD.deleted_at) IS DISTINCT FROM (NEW.version, NEW.stage, NEW.deleted_at))
  EXECUTE FUNCTION queue_outgoing_card();

CREATE FUNCTION queue_outgoing_announcement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_outgoing('company', NULL, 'announcement.published', NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER announcements_queue_outgoing_new AFTER INSERT ON announcements FOR EACH ROW
  WHEN (NEW.status = 'PUBLISHED') EXECUTE FUNCTION queue_outgoing_announcement();
CREATE TRIGGER announcements_queue_outgoing_changed AFTER UPDATE OF status ON announcements FOR EACH ROW
  WHEN (OLD.status <> 'PUBLISHED' AND NEW.status = 'PUBLISHED') EXECUTE FUNCTION queue_outgoing_announcement();
