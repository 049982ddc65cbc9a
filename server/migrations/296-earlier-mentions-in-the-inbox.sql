-- Mentions from before the inbox: the newest dozen of the last thirty days for each person, without those it has already.
INSERT INTO notifications (user_id, kind, tab, subject_id, reason, place_id, first_seq, last_seq, actor_ids, at, read_at)
SELECT c.user_id, 'chat.mention', 'mentions', c.id, 'named', coalesce(c.parent_id, c.channel_id), c.seq, c.seq,
  ARRAY[c.author_id], c.created_at, CASE WHEN c.is_seen THEN c.created_at END
FROM (
  SELECT mm.user_id, x.*, CASE WHEN x.parent_id IS NULL THEN m.last_read_seq >= x.seq
      ELSE coalesce(f.last_read_seq >= x.seq, false) END AS is_seen,
    row_number() OVER (PARTITION BY mm.user_id ORDER BY x.created_at DESC) AS number
  FROM message_mentions mm
  JOIN messages x ON x.id = mm.message_id AND x.deleted_at IS NULL AND x.author_id <> mm.user_id
  JOIN channel_members m ON m.channel_id = x.channel_id AND m.user_id = mm.user_id
  LEFT JOIN thread_followers f ON f.message_id = x.parent_id AND f.user_id = mm.user_id
  WHERE x.created_at > now() - interval '30 days'
) c WHERE c.number <= 12
ON CONFLICT DO NOTHING;
