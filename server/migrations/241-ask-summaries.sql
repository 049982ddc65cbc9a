-- A question may ask for a summary: {"kind": "channel" | "thread", "id": "..."}. Its passages are the messages to summarise,
-- the newest first.
ALTER TABLE ask_turns ADD COLUMN summary jsonb;
