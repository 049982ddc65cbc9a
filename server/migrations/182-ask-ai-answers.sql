-- Answers that a language model wrote over the passages of a question. The text is shown only to a reader who may read every
-- passage that the model was given: the first `prompt_count` ones.
ALTER TABLE ask_turns
  -- Null: there was no model when it was asked.
  ADD COLUMN answer_state text CHECK (answer_state IN ('wanted', 'writing', 'complete', 'stopped', 'failed')),
  ADD COLUMN answer text NOT NULL DEFAULT '',
  ADD COLUMN answer_failure text,
  -- Whoever writes it: an older run that ends late changes nothing.
  ADD COLUMN answer_run uuid,
  ADD COLUMN answer_at timestamptz,
  ADD COLUMN prompt_count integer NOT NULL DEFAULT 0,
  -- Null: only its asker sees it.
  ADD COLUMN shared_at timestamptz;

-- How much each person used on a day, for limits and for the page of usage.
CREATE TABLE ask_usage (
  day date NOT NULL,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  answers integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  prompt_tokens bigint NOT NULL DEFAULT 0,
  answer_tokens bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, user_id)
);
CREATE INDEX ask_usage_person ON ask_usage (user_id);
