-- Legal holds keep what people and rules delete. People see the same as without a hold: a message that is edited or deleted
-- changes for everyone as always, and a trigger keeps what it was.

CREATE TABLE legal_holds (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  reason text NOT NULL,
  -- Empty: everyone, and all channels. No foreign keys: a hold outlives what it names, and must hinder no deletion.
  person_ids uuid[] NOT NULL DEFAULT '{}',
  channel_ids uuid[] NOT NULL DEFAULT '{}',
  from_at timestamptz,
  until_at timestamptz CHECK (until_at > from_at),
  version integer NOT NULL DEFAULT 1,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  sent_hash bytea NOT NULL,
  CHECK (cardinality(person_ids) + cardinality(channel_ids) > 0)
);
CREATE INDEX legal_holds_list ON legal_holds (created_at DESC, id DESC);

-- Returns whether it is a direct chat of one of these people. The name of a chat of two has their IDs, also when one has
-- left.
CREATE FUNCTION legal_hold_is_direct(channel uuid, people uuid[]) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM channels c, unnest(people) AS person
    WHERE c.id = channel AND c.type = 'DIRECT' AND (strpos(c.name, person::text) > 0
      OR EXISTS (SELECT FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = person)))
$$;

-- Returns whether a hold covers a message. A hold that has ended goes on for a day, so that a mistake can be corrected.
CREATE FUNCTION legal_hold_covers(channel uuid, author uuid, at timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM legal_holds h
    WHERE (h.ended_at IS NULL OR h.ended_at > now() - interval '24 hours')
      AND (h.from_at IS NULL OR at >= h.from_at) AND (h.until_at IS NULL OR at < h.until_at)
      AND (h.channel_ids = '{}' OR channel = ANY (h.channel_ids))
      AND (h.person_ids = '{}' OR author = ANY (h.person_ids) OR legal_hold_is_direct(channel, h.person_ids)))
$$;

-- What covered messages said before they were edited or deleted.
CREATE TABLE held_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  author_id uuid NOT NULL,
  parent_id uuid,
  created_at timestamptz NOT NULL,
  content text NOT NULL,
  -- Mentions, reactions, the poll and the buttons.
  details jsonb NOT NULL,
  cause text NOT NULL CHECK (cause IN ('edited', 'deleted')),
  kept_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX held_messages_message ON held_messages (message_id);
CREATE INDEX held_messages_channel ON held_messages (channel_id, id);

CREATE FUNCTION keep_held_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF legal_hold_covers(OLD.channel_id, OLD.author_id, OLD.created_at) THEN
    INSERT INTO held_messages (message_id, channel_id, author_id, parent_id, created_at, content, details, cause)
    VALUES (OLD.id, OLD.channel_id, OLD.author_id, OLD.parent_id, OLD.created_at, OLD.content,
      jsonb_build_object('mentions', OLD.mentions, 'reactions', OLD.reactions, 'poll', OLD.poll, 'buttons', OLD.buttons),
      CASE WHEN TG_OP = 'UPDATE' AND NEW.deleted_at IS NULL THEN 'edited' ELSE 'deleted' END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_keep_held_changed AFTER UPDATE OF content, deleted_at ON messages FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND (OLD.content IS DISTINCT FROM NEW.content OR NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION keep_held_message();
CREATE TRIGGER messages_keep_held_gone AFTER DELETE ON messages FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION keep_held_message();

-- Returns whether a hold keeps the files of a thing, which are discarded.
CREATE FUNCTION legal_hold_covers_files(kind text, subject uuid) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT kind = 'message' AND subject IS NOT NULL AND EXISTS (SELECT FROM legal_holds) AND (
    EXISTS (SELECT FROM messages m WHERE m.id = subject AND legal_hold_covers(m.channel_id, m.author_id, m.created_at))
    OR EXISTS (SELECT FROM held_messages k
      WHERE k.message_id = subject AND legal_hold_covers(k.channel_id, k.author_id, k.created_at)))
$$;

-- What was done with holds. Not in the audit log: its readers may be held themselves, and its numbers have no gaps, so an
-- entry that is not shown would be noticed.
CREATE TABLE legal_hold_acts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hold_id uuid NOT NULL REFERENCES legal_holds (id),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid NOT NULL,
  actor_name text NOT NULL,
  action text NOT NULL CHECK (action IN ('created', 'changed', 'ended', 'exported')),
  before jsonb,
  after jsonb,
  address text NOT NULL
);
CREATE INDEX legal_hold_acts_hold ON legal_hold_acts (hold_id, id DESC);
CREATE FUNCTION keep_legal_hold_acts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log of legal holds is only added to';
END $$;
CREATE TRIGGER legal_hold_acts_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON legal_hold_acts
  FOR EACH STATEMENT EXECUTE FUNCTION keep_legal_hold_acts();
CREATE TRIGGER legal_holds_only_ended BEFORE DELETE OR TRUNCATE ON legal_holds
  FOR EACH STATEMENT EXECUTE FUNCTION keep_legal_hold_acts();
