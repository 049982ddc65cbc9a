-- Vectors of what can be found, for questions in other words than the answer's. A text has one row for each of its parts.
-- They are deleted with the text, and when it changes, in the same transaction; a job fills in those that are missing.
CREATE TABLE ask_vectors (
  -- The name and the address of the model: vectors of two models cannot be compared.
  model text NOT NULL,
  kind text NOT NULL,
  entry_id uuid,
  message_id uuid REFERENCES message_search (message_id) ON DELETE CASCADE,
  channel_id uuid,
  part smallint NOT NULL,
  -- The sign of each number: compared first, over all rows.
  signs bit varying NOT NULL,
  -- Each number in a byte, kept out of the rows that are read for the signs.
  numbers bytea NOT NULL,
  FOREIGN KEY (entry_id, kind) REFERENCES search_entries (id, kind) ON DELETE CASCADE,
  CHECK ((kind = 'message') = (message_id IS NOT NULL)),
  CHECK ((message_id IS NULL) = (entry_id IS NOT NULL)),
  CHECK ((message_id IS NULL) = (channel_id IS NULL))
) WITH (toast_tuple_target = 128);
ALTER TABLE ask_vectors ALTER COLUMN numbers SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX ask_vectors_entry ON ask_vectors (entry_id, kind, model, part) WHERE entry_id IS NOT NULL;
CREATE UNIQUE INDEX ask_vectors_message ON ask_vectors (message_id, model, part) WHERE message_id IS NOT NULL;

CREATE FUNCTION ask_vectors_of_entry_outdated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ask_vectors WHERE entry_id = OLD.id AND kind = OLD.kind;
  RETURN NULL;
END $$;
CREATE TRIGGER search_entries_vectors AFTER UPDATE ON search_entries
  FOR EACH ROW WHEN ((OLD.title, OLD.folded) IS DISTINCT FROM (NEW.title, NEW.folded))
  EXECUTE FUNCTION ask_vectors_of_entry_outdated();

CREATE FUNCTION ask_vectors_of_message_outdated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ask_vectors WHERE message_id = OLD.message_id;
  RETURN NULL;
END $$;
CREATE TRIGGER message_search_vectors AFTER UPDATE ON message_search
  FOR EACH ROW WHEN (OLD.folded IS DISTINCT FROM NEW.folded)
  EXECUTE FUNCTION ask_vectors_of_message_outdated();

-- The model whose vectors are complete, and used. Another one that is set fills its own first.
ALTER TABLE ask_model
  ADD COLUMN vector_model text NOT NULL DEFAULT '',
  ADD COLUMN vector_width integer CHECK (vector_width > 0),
  -- Why the last try to fill vectors failed; null: it did not.
  ADD COLUMN vector_failure text;
