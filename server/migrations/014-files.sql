-- Files belong to things of any kind, not only to messages: what was a message's attachment is the file of a subject,
-- which has a kind and an id. Where a file lies in storage, and its id, stay as they are: so do links to it.
ALTER TABLE attachments RENAME TO files;
ALTER TABLE files RENAME CONSTRAINT attachments_pkey TO files_pkey;
ALTER TABLE files RENAME CONSTRAINT attachments_key_key TO files_key_key;
ALTER TABLE files RENAME CONSTRAINT attachments_owner_id_fkey TO files_owner_id_fkey;
ALTER TABLE files RENAME CONSTRAINT attachments_preview_check TO files_preview_check;

ALTER TABLE files
  ADD COLUMN subject_kind text NOT NULL DEFAULT 'message',
  -- Null until it is attached. No foreign key: each kind of subject has a table of its own.
  ADD COLUMN subject_id uuid,
  -- Nobody's any more; it is swept up.
  ADD COLUMN discarded_at timestamptz;
-- What was to be swept up was marked by a time at which no file was ever uploaded.
UPDATE files SET subject_id = message_id,
  discarded_at = CASE WHEN message_id IS NULL AND created_at <= to_timestamp(0) THEN now() END;
ALTER TABLE files ALTER COLUMN subject_kind DROP DEFAULT;
DROP INDEX attachments_message, attachments_unsent;
ALTER TABLE files DROP COLUMN message_id;

CREATE INDEX files_subject ON files (subject_id, position) WHERE subject_id IS NOT NULL;
CREATE INDEX files_unattached ON files (created_at) WHERE subject_id IS NULL;
CREATE INDEX files_discarded ON files (discarded_at) WHERE discarded_at IS NOT NULL;
-- How much of the storage a person takes is added up at each upload.
CREATE INDEX files_owner ON files (owner_id) INCLUDE (size_bytes) WHERE discarded_at IS NULL;

-- A message whose row goes leaves no file behind, neither in storage nor in what its owner may still upload.
CREATE FUNCTION discard_files_of_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE files f SET discarded_at = now() FROM gone
  WHERE f.subject_kind = 'message' AND f.subject_id = gone.id AND f.discarded_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_discard_files AFTER DELETE ON messages
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of_messages();
