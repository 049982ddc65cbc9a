-- Words of messages that a retention rule deleted. Search forgets those that nothing has any more in transactions of its
-- own, because looking for a word takes longer than a channel may be locked. A killed run leaves them to the next one.
CREATE TABLE words_to_forget (
  word text COLLATE "C" PRIMARY KEY,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When it was deleted from the list of all words. It is looked for again, as it may have been written at that moment.
  forgotten_at timestamptz
);
CREATE INDEX words_to_forget_queued ON words_to_forget (queued_at) WHERE forgotten_at IS NULL;
CREATE INDEX words_to_forget_forgotten ON words_to_forget (forgotten_at) WHERE forgotten_at IS NOT NULL;

-- Drafts of replies go with the message that they reply to, also those of other people.
CREATE INDEX drafts_subject ON drafts (subject);
