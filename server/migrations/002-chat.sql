-- Channels, their members and their messages. A channel is an ordered stream: head is the number of its
-- last change, and every message keeps the number of its creation (seq) and of its last change.

CREATE TABLE channels (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  type text NOT NULL CHECK (type IN ('PUBLIC', 'PRIVATE', 'DIRECT')),
  description text NOT NULL DEFAULT '',
  department_id uuid REFERENCES departments (id) ON DELETE SET NULL,
  created_by uuid REFERENCES profiles (id),
  head bigint NOT NULL DEFAULT 0,
  -- The number of the newest message's creation: tells without counting that nothing can be unread.
  last_post_seq bigint NOT NULL DEFAULT 0,
  member_count integer NOT NULL DEFAULT 0,
  last_activity timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
-- One general, however many people arrive at once; and one direct chat for each pair, since its name holds both ids.
CREATE UNIQUE INDEX channels_public_name ON channels (lower(name)) WHERE type = 'PUBLIC';
CREATE UNIQUE INDEX channels_direct_name ON channels (name) WHERE type = 'DIRECT';

CREATE TABLE channel_members (
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  joined_at timestamptz NOT NULL DEFAULT now(),
  last_read_seq bigint NOT NULL DEFAULT 0,
  last_read timestamptz NOT NULL DEFAULT 'epoch',
  PRIMARY KEY (channel_id, user_id)
);
CREATE INDEX channel_members_user ON channel_members (user_id, channel_id);

-- Counted where members are written, so that a list of channels needs no count. Statement level: a bulk
-- insert costs one update.
CREATE FUNCTION count_channel_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE channels c SET member_count = member_count + d.change
  FROM (
    SELECT channel_id, count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END AS change
    FROM changed GROUP BY channel_id
  ) d
  WHERE c.id = d.channel_id;
  RETURN NULL;
END $$;
CREATE TRIGGER channel_members_joined AFTER INSERT ON channel_members
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_channel_members();
CREATE TRIGGER channel_members_left AFTER DELETE ON channel_members
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_channel_members();

CREATE TABLE messages (
  id uuid PRIMARY KEY,
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  changed_seq bigint NOT NULL,
  author_id uuid NOT NULL REFERENCES profiles (id),
  content text NOT NULL,
  -- Of the text as first sent: a repeated send is recognised even after an edit.
  sent_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX messages_stream ON messages (channel_id, seq);
CREATE INDEX messages_changes ON messages (channel_id, changed_seq);
CREATE INDEX messages_unread ON messages (channel_id, seq) INCLUDE (author_id) WHERE deleted_at IS NULL;
CREATE INDEX messages_author ON messages (author_id);
