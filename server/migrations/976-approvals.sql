-- A run of an automation asks people for their approval, and waits for their decision.
CREATE TABLE approvals (
  -- Follows from the run and the number of the action, so that it is asked for once.
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES automation_runs (id) ON DELETE CASCADE,
  -- As its automation names it. The values in it are filled in for each reader.
  text text NOT NULL,
  -- All of them have to approve, not one.
  needs_all boolean NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'declined', 'ended')),
  -- Why it ended without a decision.
  end_reason text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamptz NOT NULL,
  settled_at timestamptz
);
CREATE INDEX approvals_run ON approvals (run_id);
CREATE INDEX approvals_open ON approvals (run_id) WHERE state = 'open';

CREATE TABLE approval_answers (
  approval_id uuid NOT NULL REFERENCES approvals (id) ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Null until they answer.
  is_approved boolean,
  reason text NOT NULL DEFAULT '',
  answered_at timestamptz,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (approval_id, person_id)
);
-- The requests of a person, the newest first: IDs of approvals have no order of time.
CREATE INDEX approval_answers_person ON approval_answers (person_id, asked_at DESC, approval_id DESC);

-- A request ends with its run. Inboxes then ask nobody for an answer.
CREATE FUNCTION end_approvals_of_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE approvals SET state = 'ended', end_reason = NEW.reason, settled_at = now()
    WHERE run_id = NEW.id AND state = 'open';
  RETURN NULL;
END $$;
CREATE TRIGGER automation_runs_end_approvals AFTER UPDATE OF state ON automation_runs FOR EACH ROW
  WHEN (OLD.state = 'waiting' AND NEW.state <> 'waiting') EXECUTE FUNCTION end_approvals_of_run();

CREATE FUNCTION follow_approval() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid := OLD.id;
  people text;
BEGIN
  INSERT INTO tellings (kind, subject_id, is_again) SELECT 'approval.asked', changed, true
    WHERE EXISTS (SELECT FROM notifications n WHERE n.subject_id = changed AND n.kind = 'approval.asked');
  SELECT string_agg(person_id::text, E'\n') INTO people FROM approval_answers WHERE approval_id = changed;
  IF people IS NOT NULL THEN PERFORM announce_after_commit('atoll_approval_changed', people); END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER approvals_follow_change AFTER UPDATE OF state ON approvals FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION follow_approval();
-- Before, because its answers are deleted with it.
CREATE TRIGGER approvals_follow_end BEFORE DELETE ON approvals FOR EACH ROW EXECUTE FUNCTION follow_approval();

CREATE FUNCTION announce_approval_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_after_commit('atoll_approval_changed', NEW.person_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER approval_answers_announce AFTER INSERT OR UPDATE ON approval_answers FOR EACH ROW
  EXECUTE FUNCTION announce_approval_answer();

-- Whether what a run is about still exists.
CREATE FUNCTION is_run_subject_there(event_key text, subject uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT subject IS NULL OR CASE split_part(event_key, '.', 1)
    WHEN 'task' THEN EXISTS (SELECT FROM tasks WHERE id = subject AND deleted_at IS NULL)
    WHEN 'card' THEN EXISTS (SELECT FROM cards WHERE id = subject AND deleted_at IS NULL)
    WHEN 'message' THEN EXISTS (SELECT FROM messages WHERE id = subject AND deleted_at IS NULL)
    WHEN 'question' THEN EXISTS (SELECT FROM questions WHERE id = subject)
    WHEN 'idea' THEN EXISTS (SELECT FROM ideas WHERE id = subject)
    ELSE true END
$$;
