-- Who is called in a thread has it waiting for them beside the channel's name, until they have read the thread. Kept where
-- the call is, so that it goes with its message, and found without looking at what was read long ago.
ALTER TABLE message_mentions ADD COLUMN waits boolean NOT NULL DEFAULT false;
UPDATE message_mentions n SET waits = true
FROM messages r JOIN thread_followers f ON f.message_id = r.parent_id
WHERE n.is_reply AND r.id = n.message_id AND f.user_id = n.user_id AND n.seq > f.last_read_seq;
CREATE INDEX message_mentions_waiting ON message_mentions (user_id, channel_id) WHERE waits;

-- Who brought somebody into a channel, until they have opened it.
ALTER TABLE channel_members ADD COLUMN added_by uuid REFERENCES profiles (id) ON DELETE SET NULL;
CREATE INDEX channel_members_added_by ON channel_members (added_by) WHERE added_by IS NOT NULL;

DROP TRIGGER channel_members_announce_own ON channel_members;
CREATE TRIGGER channel_members_announce_own AFTER UPDATE OF is_owner, notify, is_muted, added_by ON channel_members
  FOR EACH ROW
  WHEN ((OLD.is_owner, OLD.notify, OLD.is_muted, OLD.added_by)
    IS DISTINCT FROM (NEW.is_owner, NEW.notify, NEW.is_muted, NEW.added_by))
  EXECUTE FUNCTION announce_own_channel();

-- As before, and what waits in the channel's threads. (021-drafts-by-subject.sql)
CREATE OR REPLACE FUNCTION clear_after_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_channel_stars s USING changed g WHERE s.channel_id = g.channel_id AND s.user_id = g.user_id;
  UPDATE message_mentions n SET waits = false FROM changed g
  WHERE n.waits AND n.user_id = g.user_id AND n.channel_id = g.channel_id;
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
