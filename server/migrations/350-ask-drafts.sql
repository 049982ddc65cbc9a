-- Drafts that the language model writes from the passages of a question, instead of an answer.
ALTER TABLE ask_turns ADD COLUMN draft text CHECK (draft IN ('tasks', 'message', 'announcement'));
