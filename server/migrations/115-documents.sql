-- Drafts that several people write at once: numbered Yjs updates, merged into a snapshot from time to time.
CREATE TABLE documents (
  -- One life of a draft. A draft that is opened again after its publication has another one.
  epoch uuid PRIMARY KEY,
  subject_kind text NOT NULL,
  -- No foreign key: each kind of subject has a table of its own, with a trigger as below.
  subject_id uuid NOT NULL,
  -- The newest schema that wrote to it.
  schema_version integer NOT NULL,
  -- The number of the last update. Updates take their numbers under the lock of this row, so there is no gap.
  sequence bigint NOT NULL DEFAULT 0,
  snapshot bytea NOT NULL,
  -- The last update that is part of the snapshot.
  snapshot_sequence bigint NOT NULL DEFAULT 0,
  -- Of snapshot and updates together.
  size_bytes bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (subject_id, subject_kind)
);

CREATE TABLE document_updates (
  epoch uuid NOT NULL REFERENCES documents ON DELETE CASCADE,
  sequence bigint NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (epoch, sequence)
);

-- Everybody who has the draft open is told that it has ended, whoever ends it.
CREATE FUNCTION document_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_document_ended', OLD.epoch::text);
  RETURN NULL;
END $$;
CREATE TRIGGER documents_ended AFTER DELETE ON documents FOR EACH ROW EXECUTE FUNCTION document_ended();

-- A thing that is deleted takes its draft with it. The table of every kind with drafts has this trigger.
CREATE FUNCTION delete_documents_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM documents d USING gone WHERE d.subject_kind = TG_ARGV[0] AND d.subject_id = gone.id;
  RETURN NULL;
END $$;
