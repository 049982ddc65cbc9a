-- The report of a resolved incident. Several people write it.
CREATE TABLE incident_reports (
  incident_id uuid PRIMARY KEY REFERENCES incidents (id) ON DELETE CASCADE,
  summary text NOT NULL,
  impact text NOT NULL,
  cause text NOT NULL,
  next text NOT NULL,
  version integer NOT NULL DEFAULT 1
);

-- What is done afterwards. A follow-up that became a task names it.
CREATE TABLE incident_follow_ups (
  id uuid PRIMARY KEY,
  incident_id uuid NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  place integer NOT NULL,
  text text NOT NULL,
  task_id uuid REFERENCES tasks (id) ON DELETE SET NULL
);
CREATE INDEX incident_follow_ups_of ON incident_follow_ups (incident_id, place);
CREATE INDEX incident_follow_ups_task ON incident_follow_ups (task_id) WHERE task_id IS NOT NULL;
