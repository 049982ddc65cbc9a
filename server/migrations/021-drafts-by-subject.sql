-- Drafts belong to what they are written to, of any kind: a subject is a kind with the ids of a thing, and of one within
-- it. They are their writer's alone, and stay when the thing is theirs no longer: nothing of it stands in them.
DROP INDEX drafts_place;
ALTER TABLE drafts ADD COLUMN subject text;
UPDATE drafts SET subject = CASE
  WHEN parent_id IS NULL THEN 'channel/' || channel_id
  ELSE 'thread/' || channel_id || '/' || parent_id END;
ALTER TABLE drafts
  ALTER COLUMN subject SET NOT NULL,
  DROP COLUMN channel_id,
  DROP COLUMN parent_id,
  ADD PRIMARY KEY (user_id, subject);
-- The last changed of a person are listed, and the oldest go when there are too many.
CREATE INDEX drafts_changed ON drafts (user_id, updated_at, subject);

-- As before, but for the drafts. (004-chat-whole.sql)
CREATE OR REPLACE FUNCTION clear_after_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_channel_stars s USING changed g WHERE s.channel_id = g.channel_id AND s.user_id = g.user_id;
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
