-- A copy of a held message remembers the people of its direct chat: the chat can go while the hold goes on.
ALTER TABLE held_messages ADD COLUMN people uuid[] NOT NULL DEFAULT '{}';

CREATE OR REPLACE FUNCTION keep_held_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF legal_hold_covers(OLD.channel_id, OLD.author_id, OLD.created_at) THEN
    INSERT INTO held_messages (message_id, channel_id, author_id, parent_id, created_at, content, details, cause, people)
    VALUES (OLD.id, OLD.channel_id, OLD.author_id, OLD.parent_id, OLD.created_at, OLD.content,
      jsonb_build_object('mentions', OLD.mentions, 'reactions', OLD.reactions, 'poll', OLD.poll, 'buttons', OLD.buttons),
      CASE WHEN TG_OP = 'UPDATE' AND NEW.deleted_at IS NULL THEN 'edited' ELSE 'deleted' END,
      -- The people of holds who are in the direct chat, also those who have left it.
      coalesce((SELECT array_agg(DISTINCT person) FROM legal_holds h, unnest(h.person_ids) AS person
        WHERE legal_hold_is_direct(OLD.channel_id, ARRAY[person])), '{}'));
  END IF;
  RETURN NULL;
END $$;

-- Returns whether a hold covers the copy of a message, whose channel may be gone.
CREATE FUNCTION legal_hold_covers_copy(channel uuid, author uuid, at timestamptz, people uuid[]) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM legal_holds h
    WHERE (h.ended_at IS NULL OR h.ended_at > now() - interval '24 hours')
      AND (h.from_at IS NULL OR at >= h.from_at) AND (h.until_at IS NULL OR at < h.until_at)
      AND (h.channel_ids = '{}' OR channel = ANY (h.channel_ids))
      AND (h.person_ids = '{}' OR author = ANY (h.person_ids) OR people && h.person_ids
        OR legal_hold_is_direct(channel, h.person_ids)))
$$;

CREATE OR REPLACE FUNCTION legal_hold_covers_files(kind text, subject uuid) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT kind = 'message' AND subject IS NOT NULL AND EXISTS (SELECT FROM legal_holds) AND (
    EXISTS (SELECT FROM messages m WHERE m.id = subject AND legal_hold_covers(m.channel_id, m.author_id, m.created_at))
    OR EXISTS (SELECT FROM held_messages k WHERE k.message_id = subject
      AND legal_hold_covers_copy(k.channel_id, k.author_id, k.created_at, k.people)))
$$;
