-- What stands in files, read by a job. A row here is what is still to do: it is made in the transaction that attaches the
-- file, and stays until it was done, so nothing of it can be lost.
CREATE TABLE file_texts (
  file_id uuid PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'read', 'unreadable')),
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  text text NOT NULL DEFAULT ''
);
CREATE INDEX file_texts_due ON file_texts (due_at) WHERE state = 'due';

CREATE FUNCTION want_text_of_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_texts (file_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  PERFORM pg_notify('atoll_file_text', '');
  RETURN NULL;
END $$;
CREATE TRIGGER files_want_text_new AFTER INSERT ON files
  FOR EACH ROW WHEN (NEW.subject_id IS NOT NULL AND (NEW.mime_type LIKE 'text/%' OR NEW.mime_type IN ('application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document')))
  EXECUTE FUNCTION want_text_of_file();
CREATE TRIGGER files_want_text_attached AFTER UPDATE OF subject_id ON files
  FOR EACH ROW WHEN (OLD.subject_id IS NULL AND NEW.subject_id IS NOT NULL AND (NEW.mime_type LIKE 'text/%'
    OR NEW.mime_type IN ('application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')))
  EXECUTE FUNCTION want_text_of_file();

CREATE OR REPLACE VIEW search_file AS
SELECT f.id, f.created_at AS at, f.subject_kind, f.subject_id, f.original_name AS title,
  coalesce((SELECT t.text FROM file_texts t WHERE t.file_id = f.id), '') AS body,
  ARRAY[f.owner_id] AS people, '{}'::uuid[] AS departments,
  CASE WHEN f.subject_kind = 'message' THEN (SELECT m.channel_id FROM messages m WHERE m.id = f.subject_id) END AS channel_id,
  true AS has_file, false AS has_link
FROM files f WHERE f.subject_id IS NOT NULL AND f.discarded_at IS NULL AND f.subject_kind <> 'picture';
CREATE FUNCTION search_follow_file_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_index('file', ARRAY[NEW.file_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER file_texts_search AFTER UPDATE OF text ON file_texts
  FOR EACH ROW WHEN (OLD.text IS DISTINCT FROM NEW.text) EXECUTE FUNCTION search_follow_file_text();

INSERT INTO file_texts (file_id)
SELECT id FROM files WHERE subject_id IS NOT NULL AND discarded_at IS NULL AND (mime_type LIKE 'text/%'
  OR mime_type IN ('application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'));
