-- Erasures of people. A row outlives the person: a backup from before is restored with their name in it, and the erasure is
-- done again.
CREATE TABLE erasures (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL UNIQUE REFERENCES profiles (id),
  keeps_texts boolean NOT NULL,
  -- Null: done again after a restore.
  requested_by uuid REFERENCES profiles (id),
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'failed', 'done')),
  failure text CHECK ((failure IS NOT NULL) = (state = 'failed')),
  -- What is looked for. Empty once it is done.
  names text[] NOT NULL,
  mails text[] NOT NULL,
  steps_done integer NOT NULL DEFAULT 0,
  steps_total integer NOT NULL,
  -- How many rows, files and texts were changed.
  change_count integer NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  worked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  sent_hash bytea NOT NULL,
  CHECK ((finished_at IS NOT NULL) = (state = 'done')),
  CHECK (state <> 'done' OR (names = '{}' AND mails = '{}'))
);
CREATE INDEX erasures_list ON erasures (requested_at DESC, id DESC);

-- Entries of the audit log that have lost names and addresses. The hash of an entry is over what it said, and the next one
-- has that hash, so the chain stays whole. What is left of an entry is proven by its hash in here, and each part of such
-- hashes by an entry of the log.
CREATE TABLE audit_redactions (
  part_id uuid NOT NULL,
  -- No foreign key: it would put triggers on the log.
  number bigint NOT NULL,
  left_hash bytea NOT NULL,
  PRIMARY KEY (part_id, number)
);
CREATE INDEX audit_redactions_number ON audit_redactions (number);
CREATE TRIGGER audit_redactions_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_redactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Proves a part of redactions: the entry of the log about it has the same.
CREATE FUNCTION audit_redaction_digest(part uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(coalesce(string_agg(number || ' ' || encode(left_hash, 'hex'), E'\n' ORDER BY number), ''),
    'UTF8')), 'hex')
  FROM audit_redactions WHERE part_id = part
$$;

CREATE FUNCTION keep_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.number, NEW.at, NEW.actor_id, NEW.action, NEW.subject_type, NEW.subject_id, NEW.previous_hash, NEW.hash)
      IS NOT DISTINCT FROM
      (OLD.number, OLD.at, OLD.actor_id, OLD.action, OLD.subject_type, OLD.subject_id, OLD.previous_hash, OLD.hash)
    AND EXISTS (SELECT FROM audit_redactions r WHERE r.number = NEW.number AND r.left_hash = audit_hash(NEW)) THEN
    NEW.words := audit_words(NEW);
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is only added to';
END $$;
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_entry();
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Of each entry the other trigger decides.
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_log' AND coalesce(current_setting('atoll.erasure', true), '') <> '' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is only added to';
END $$;

-- Published versions of pages change for an erasure alone.
CREATE OR REPLACE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('atoll.erasure', true), '') <> '' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a published version never changes';
END $$;
