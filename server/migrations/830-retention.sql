-- How long chat is kept: a rule for channels, one for direct chats, and exceptions for departments and channels.

CREATE TABLE retention_rules (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  scope text NOT NULL CHECK (scope IN ('channels', 'direct', 'department', 'channel')),
  department_id uuid REFERENCES departments (id) ON DELETE CASCADE,
  channel_id uuid REFERENCES channels (id) ON DELETE CASCADE,
  -- False for a new rule until its time of grace is over.
  is_in_force boolean NOT NULL,
  -- Null: for ever.
  days integer CHECK (days BETWEEN 1 AND 36500),
  -- A change that deletes earlier applies only after a time of grace.
  next text CHECK (next IN ('set', 'removed')),
  next_days integer CHECK (next_days BETWEEN 1 AND 36500),
  next_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  CHECK ((scope = 'department') = (department_id IS NOT NULL) AND (scope = 'channel') = (channel_id IS NOT NULL)),
  CHECK ((next IS NULL) = (next_at IS NULL)),
  CHECK (is_in_force OR next = 'set')
);
CREATE UNIQUE INDEX retention_rules_place ON retention_rules (scope, department_id, channel_id) NULLS NOT DISTINCT;
CREATE INDEX retention_rules_channel ON retention_rules (channel_id) WHERE channel_id IS NOT NULL;
CREATE INDEX retention_rules_department ON retention_rules (department_id) WHERE department_id IS NOT NULL;
INSERT INTO retention_rules (scope, is_in_force) VALUES ('channels', true), ('direct', true);

-- The rule of each channel: the nearest one in force. Days are null if messages are kept for ever.
CREATE VIEW channel_retention AS
SELECT c.id AS channel_id, c.type, c.department_id,
  CASE WHEN own.id IS NOT NULL THEN own.days WHEN placed.id IS NOT NULL THEN placed.days ELSE usual.days END AS days
FROM channels c
LEFT JOIN retention_rules own ON own.channel_id = c.id AND own.is_in_force
LEFT JOIN retention_rules placed ON placed.department_id = c.department_id AND placed.is_in_force
JOIN retention_rules usual ON usual.scope = CASE WHEN c.type = 'DIRECT' THEN 'direct' ELSE 'channels' END;

-- What the runs have deleted since the last entry of the audit log about them. Counted in the transactions that delete,
-- so that a killed run loses no count.
CREATE TABLE retention_progress (
  id uuid PRIMARY KEY DEFAULT '00000000-0000-7000-8000-000000000001'
    CHECK (id = '00000000-0000-7000-8000-000000000001'),
  began_at timestamptz,
  message_count integer NOT NULL DEFAULT 0,
  file_count integer NOT NULL DEFAULT 0
);
INSERT INTO retention_progress DEFAULT VALUES;

-- The oldest messages of a channel, and those that are deleted. Imported messages have older times than numbers.
CREATE INDEX messages_age ON messages (channel_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX messages_gone ON messages (channel_id, deleted_at) WHERE deleted_at IS NOT NULL;
-- Deleting a message looks for the people who have saved it.
CREATE INDEX saved_messages_message ON saved_messages (message_id);
