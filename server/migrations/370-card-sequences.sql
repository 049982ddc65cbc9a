-- Sequences: named steps that a section keeps, each of which becomes a task for the owner of a card.
CREATE TABLE card_sequences (
  id uuid PRIMARY KEY,
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- [{"title", "notes", "days"}], days counted from the step before.
  steps jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  created_by uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX card_sequences_name ON card_sequences (type_id, lower(name)) WHERE deleted_at IS NULL;

-- The sequence that a card is in, or was in last, with the steps that it had at the start. It runs while the card is in
-- the stage that its section names for it.
CREATE TABLE card_enrolments (
  id uuid PRIMARY KEY,
  card_id uuid NOT NULL UNIQUE REFERENCES cards (id) ON DELETE CASCADE,
  sequence_id uuid NOT NULL REFERENCES card_sequences (id) ON DELETE CASCADE,
  name text NOT NULL,
  steps jsonb NOT NULL,
  step int NOT NULL DEFAULT 0,
  started_by uuid NOT NULL REFERENCES profiles (id),
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- The card that was merged into this one with it.
  carried_from uuid REFERENCES cards (id) ON DELETE SET NULL
);
CREATE INDEX card_enrolments_carried ON card_enrolments (carried_from) WHERE carried_from IS NOT NULL;
CREATE INDEX card_enrolments_unfinished ON card_enrolments (id) WHERE finished_at IS NULL;
CREATE INDEX card_enrolments_sequence ON card_enrolments (sequence_id) WHERE finished_at IS NULL;

-- One task for each step. Without a task, it was deleted.
CREATE TABLE card_sequence_tasks (
  enrolment_id uuid NOT NULL REFERENCES card_enrolments (id) ON DELETE CASCADE,
  step int NOT NULL,
  task_id uuid REFERENCES tasks (id) ON DELETE SET NULL,
  done_at timestamptz,
  -- The task was archived because the sequence stopped.
  closed_at timestamptz,
  PRIMARY KEY (enrolment_id, step)
);
CREATE INDEX card_sequence_tasks_task ON card_sequence_tasks (task_id);

-- The end of a task or a card that left its stage is announced, whatever code did it.
CREATE FUNCTION follow_card_sequences() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'tasks' THEN
    IF EXISTS (SELECT FROM card_sequence_tasks WHERE task_id = NEW.id) THEN
      PERFORM pg_notify('atoll_card_sequence', '');
    END IF;
  ELSIF EXISTS (SELECT FROM card_enrolments WHERE card_id = NEW.id AND finished_at IS NULL) THEN
    PERFORM pg_notify('atoll_card_sequence', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tasks_follow_sequences AFTER UPDATE OF status, deleted_at ON tasks FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION follow_card_sequences();
CREATE TRIGGER cards_follow_sequences AFTER UPDATE OF stage, deleted_at, merged_into_id ON cards FOR EACH ROW
  WHEN (OLD.stage IS DISTINCT FROM NEW.stage OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at
    OR OLD.merged_into_id IS DISTINCT FROM NEW.merged_into_id)
  EXECUTE FUNCTION follow_card_sequences();

UPDATE card_types ct SET options = ct.options || '{"sequenceStage":"sequence"}'
FROM departments d WHERE d.id = ct.department_id AND d.slug = 'business-development' AND ct.slug = 'outreach';
