-- Threads, reactions, mentions, pins, files, stars, saved messages, drafts, and what a channel can be.

ALTER TABLE channels
  ADD COLUMN topic text NOT NULL DEFAULT '',
  ADD COLUMN follows_department boolean NOT NULL DEFAULT false,
  ADD COLUMN is_owners_only boolean NOT NULL DEFAULT false,
  ADD COLUMN archived_at timestamptz,
  ADD CONSTRAINT channels_follows_one CHECK (NOT follows_department OR department_id IS NOT NULL);
CREATE INDEX channels_department ON channels (department_id) WHERE follows_department;
CREATE INDEX channels_directory ON channels (lower(name), id) WHERE type = 'PUBLIC' AND archived_at IS NULL;

ALTER TABLE channel_members
  ADD COLUMN is_owner boolean NOT NULL DEFAULT false,
  ADD COLUMN notify text NOT NULL DEFAULT 'all' CHECK (notify IN ('all', 'mentions', 'none')),
  ADD COLUMN is_muted boolean NOT NULL DEFAULT false;
-- Who made a channel before owners existed is its owner.
UPDATE channel_members m SET is_owner = true FROM channels c
WHERE c.id = m.channel_id AND c.created_by = m.user_id AND c.type <> 'DIRECT';

CREATE TABLE user_channel_stars (
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  starred_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, channel_id)
);

-- A reply lives in its channel's stream like every message; parent_id says whose thread it is in. The counts of
-- a thread lie in its first message, so that a page of history needs no other table for them.
ALTER TABLE messages
  ADD COLUMN parent_id uuid REFERENCES messages (id) ON DELETE CASCADE,
  ADD COLUMN reply_count integer NOT NULL DEFAULT 0,
  ADD COLUMN last_reply_at timestamptz,
  ADD COLUMN last_reply_seq bigint NOT NULL DEFAULT 0,
  ADD COLUMN mentions_all text CHECK (mentions_all IN ('channel', 'here')),
  ADD COLUMN pinned_at timestamptz,
  ADD COLUMN pinned_by uuid REFERENCES profiles (id),
  -- What was reacted with, in order, as [{emoji, count, userIds}]: rewritten with each reaction, read with the row.
  ADD COLUMN reactions jsonb NOT NULL DEFAULT '[]',
  -- Who is named in it, as [{id, name}]; message_mentions is the index to it.
  ADD COLUMN mentions jsonb NOT NULL DEFAULT '[]',
  -- The last three people who replied, newest first.
  ADD COLUMN replier_ids uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN has_link boolean NOT NULL DEFAULT false,
  ADD COLUMN has_attachment boolean NOT NULL DEFAULT false;
-- History and unread counts are of messages in the channel itself: both read the first index, and a thread of
-- thousands of replies is not in their way. Every number is of one change to one message.
DROP INDEX messages_unread;
DROP INDEX messages_stream;
DROP INDEX messages_changes;
CREATE UNIQUE INDEX messages_roots ON messages (channel_id, seq) INCLUDE (author_id, deleted_at)
  WHERE parent_id IS NULL;
CREATE UNIQUE INDEX messages_thread ON messages (parent_id, seq) WHERE parent_id IS NOT NULL;
CREATE UNIQUE INDEX messages_changes ON messages (channel_id, changed_seq);
CREATE INDEX messages_pinned ON messages (channel_id, pinned_at) WHERE pinned_at IS NOT NULL;
CREATE INDEX messages_calls ON messages (channel_id, seq) WHERE mentions_all IS NOT NULL AND deleted_at IS NULL;

CREATE TABLE message_reactions (
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  emoji text NOT NULL CHECK (length(emoji) BETWEEN 1 AND 32),
  user_id uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (message_id, emoji, user_id)
);

CREATE TABLE message_mentions (
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id),
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  is_reply boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (message_id, user_id)
);
-- The mentions view, and the unread mentions of one channel.
CREATE INDEX message_mentions_user ON message_mentions (user_id, created_at, message_id);
CREATE INDEX message_mentions_unread ON message_mentions (user_id, channel_id, seq) WHERE NOT is_reply;

-- Who follows a thread, and how far they have read it. The person is a profile's: a reply that lets somebody follow
-- must not wait for an account that is being deleted.
CREATE TABLE thread_followers (
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- False: followed once and stopped; a reply to it does not follow it again by itself.
  is_following boolean NOT NULL DEFAULT true,
  last_read_seq bigint NOT NULL DEFAULT 0,
  -- As in the message: each reply writes them, so that nobody's list of threads has to look at all their messages.
  last_reply_seq bigint NOT NULL,
  last_reply_at timestamptz,
  PRIMARY KEY (message_id, user_id)
);
CREATE INDEX thread_followers_list ON thread_followers (user_id, last_reply_at, message_id);
CREATE INDEX thread_followers_unread ON thread_followers (user_id)
  WHERE is_following AND last_reply_seq > last_read_seq;

CREATE TABLE saved_messages (
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  -- To the millisecond, as it travels: the next page is asked for with it.
  saved_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  PRIMARY KEY (user_id, message_id)
);
CREATE INDEX saved_messages_time ON saved_messages (user_id, saved_at, message_id);

CREATE TABLE drafts (
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  parent_id uuid REFERENCES messages (id) ON DELETE CASCADE,
  content text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
);
CREATE UNIQUE INDEX drafts_place ON drafts (user_id, channel_id, parent_id) NULLS NOT DISTINCT;

-- A file lies in storage under its key; message_id is null until it is sent.
CREATE TABLE attachments (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  message_id uuid REFERENCES messages (id) ON DELETE CASCADE,
  position integer NOT NULL DEFAULT 0,
  bucket text NOT NULL,
  key text NOT NULL UNIQUE,
  filename text NOT NULL,
  original_name text NOT NULL,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  width integer,
  height integer,
  preview text CHECK (preview IN ('image', 'pdf', 'text', 'video', 'audio')),
  has_thumbnail boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX attachments_message ON attachments (message_id, position);
CREATE INDEX attachments_unsent ON attachments (created_at) WHERE message_id IS NULL;

-- Every node hears who joins and leaves, and moves the sockets it holds; a write cannot forget to tell.
-- Payload: channel, person, and + (joined), - (left) or = (something of theirs about the channel changed).
CREATE FUNCTION announce_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_channel_member', concat_ws(' ', channel_id, user_id, TG_ARGV[0])) FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER channel_members_announce_joined AFTER INSERT ON channel_members
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_members('+');
CREATE TRIGGER channel_members_announce_left AFTER DELETE ON channel_members
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_members('-');
CREATE TRIGGER stars_announce_added AFTER INSERT ON user_channel_stars
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_members('=');
CREATE TRIGGER stars_announce_removed AFTER DELETE ON user_channel_stars
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_members('=');

CREATE FUNCTION announce_own_channel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_channel_member', concat_ws(' ', NEW.channel_id, NEW.user_id, '='));
  RETURN NULL;
END $$;
CREATE TRIGGER channel_members_announce_own AFTER UPDATE OF is_owner, notify, is_muted ON channel_members
  FOR EACH ROW
  WHEN ((OLD.is_owner, OLD.notify, OLD.is_muted) IS DISTINCT FROM (NEW.is_owner, NEW.notify, NEW.is_muted))
  EXECUTE FUNCTION announce_own_channel();

CREATE FUNCTION announce_channel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_channel_changed', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER channels_announce AFTER UPDATE OF name, topic, description, is_owners_only, archived_at ON channels
  FOR EACH ROW EXECUTE FUNCTION announce_channel();

-- Locks are taken in one order everywhere: rows of members, then rows of channels, several of these by their id.
-- Who posts holds their membership while they wait for the channel's next number.
CREATE OR REPLACE FUNCTION count_channel_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM channels WHERE id IN (SELECT channel_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE channels c SET member_count = member_count + d.change
  FROM (
    SELECT channel_id, count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END AS change
    FROM changed GROUP BY channel_id
  ) d
  WHERE c.id = d.channel_id;
  RETURN NULL;
END $$;

-- Whoever leaves a channel, in whatever way, leaves nothing of theirs in it but their words; and where the last
-- owner went without handing over, the one who has been there longest owns it. Runs after the count, whose lock on
-- the channel keeps replies from adding followers meanwhile: triggers fire by name.
CREATE FUNCTION clear_after_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_channel_stars s USING changed g WHERE s.channel_id = g.channel_id AND s.user_id = g.user_id;
  DELETE FROM drafts d USING changed g WHERE d.channel_id = g.channel_id AND d.user_id = g.user_id;
  DELETE FROM thread_followers f USING changed g, messages x
  WHERE f.user_id = g.user_id AND x.id = f.message_id AND x.channel_id = g.channel_id;
  UPDATE channel_members m SET is_owner = true FROM (
    SELECT DISTINCT ON (n.channel_id) n.channel_id, n.user_id
    FROM channel_members n JOIN accounts a ON a.id = n.user_id
    WHERE n.channel_id IN (SELECT channel_id FROM changed WHERE is_owner)
      AND NOT EXISTS (SELECT FROM channel_members o WHERE o.channel_id = n.channel_id AND o.is_owner)
    ORDER BY n.channel_id, a.disabled_at IS NOT NULL, n.joined_at, n.user_id
  ) heir
  WHERE m.channel_id = heir.channel_id AND m.user_id = heir.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER channel_members_left_cleared AFTER DELETE ON channel_members
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION clear_after_members();

-- The members of a channel that follows a department are that department's, from the moment it begins to follow.
CREATE FUNCTION follow_department() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO channel_members (channel_id, user_id, last_read_seq, last_read)
    SELECT c.id, j.user_id, c.head, now() FROM changed j
    JOIN channels c ON c.department_id = j.department_id AND c.follows_department
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM channel_members m USING changed j, channels c
    WHERE c.department_id = j.department_id AND c.follows_department
      AND m.channel_id = c.id AND m.user_id = j.user_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_departments_join_channels AFTER INSERT ON user_departments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_department();
CREATE TRIGGER user_departments_leave_channels AFTER DELETE ON user_departments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_department();

-- Nobody joins the department between reading who is in it and the commit: a new link refers to the row that is
-- held here. Before the channel's own row refers to it, so that two channels do not wait for each other.
CREATE FUNCTION hold_department() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM departments WHERE id = NEW.department_id FOR UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER channels_hold_department BEFORE INSERT OR UPDATE OF follows_department, department_id ON channels
  FOR EACH ROW WHEN (NEW.follows_department) EXECUTE FUNCTION hold_department();

CREATE FUNCTION begin_to_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Who is leaving the department at this moment is waited for.
  INSERT INTO channel_members (channel_id, user_id, last_read_seq, last_read)
  SELECT NEW.id, d.user_id, NEW.head, now() FROM user_departments d
  WHERE d.department_id = NEW.department_id FOR KEY SHARE
  ON CONFLICT DO NOTHING;
  DELETE FROM channel_members m WHERE m.channel_id = NEW.id AND NOT EXISTS (
    SELECT FROM user_departments d WHERE d.department_id = NEW.department_id AND d.user_id = m.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER channels_begin_to_follow AFTER INSERT OR UPDATE OF follows_department, department_id ON channels
  FOR EACH ROW WHEN (NEW.follows_department) EXECUTE FUNCTION begin_to_follow();

-- A department that is dissolved leaves its channels to those who are in them.
CREATE FUNCTION release_department_channels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE channels SET follows_department = false WHERE department_id = OLD.id AND follows_department;
  RETURN OLD;
END $$;
CREATE TRIGGER departments_release_channels BEFORE DELETE ON departments
  FOR EACH ROW EXECUTE FUNCTION release_department_channels();
