-- The steps of alerts that nobody acknowledges.

CREATE TABLE on_call_escalations (
  department_id uuid PRIMARY KEY REFERENCES departments (id) ON DELETE CASCADE,
  -- Alerts of this severity and above; null: all alerts.
  severity text,
  -- How often the steps are repeated after the first time.
  repeats smallint NOT NULL CHECK (repeats BETWEEN 0 AND 9),
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE on_call_steps (
  department_id uuid NOT NULL REFERENCES on_call_escalations (department_id) ON DELETE CASCADE,
  place smallint NOT NULL,
  who text NOT NULL CHECK (who IN ('on_call', 'member', 'everyone')),
  person_id uuid REFERENCES profiles (id) ON DELETE CASCADE,
  after_minutes smallint NOT NULL CHECK (after_minutes BETWEEN 1 AND 1440),
  PRIMARY KEY (department_id, place),
  CHECK ((who = 'member') = (person_id IS NOT NULL))
);
CREATE INDEX on_call_steps_person ON on_call_steps (person_id);

-- Alerts that notified, and their way through the steps.
CREATE TABLE on_call_pages (
  card_id uuid PRIMARY KEY REFERENCES cards (id) ON DELETE CASCADE,
  department_id uuid NOT NULL REFERENCES departments (id) ON DELETE CASCADE,
  -- The alert whose entry in the inbox stands for it.
  entry_id uuid NOT NULL,
  -- Alerts of the same service in the same minute are one entry.
  service text,
  fired_at timestamptz NOT NULL,
  step smallint NOT NULL DEFAULT 0,
  round smallint NOT NULL DEFAULT 0,
  -- When the next step is due; null: none is.
  due_at timestamptz
);
CREATE INDEX on_call_pages_due ON on_call_pages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX on_call_pages_department ON on_call_pages (department_id, fired_at);
