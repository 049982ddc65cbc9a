-- Questions in plain words, and which passages answered them. What a passage says is never stored: it is read again, as the
-- asker may read it, whenever the conversation is opened.
CREATE TABLE ask_conversations (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  title text NOT NULL CHECK (title <> ''),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ask_conversations_of_person ON ask_conversations (user_id, at DESC, id DESC);
-- For the job that deletes old ones.
CREATE INDEX ask_conversations_time ON ask_conversations (at);

CREATE TABLE ask_turns (
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES ask_conversations (id) ON DELETE CASCADE,
  question text NOT NULL CHECK (question <> ''),
  scope jsonb NOT NULL,
  -- [{"kind": "task", "id": "..."}], the best first.
  passages jsonb NOT NULL,
  is_weak boolean NOT NULL,
  is_helpful boolean,
  sent_hash bytea NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ask_turns_of_conversation ON ask_turns (conversation_id, asked_at, id);
