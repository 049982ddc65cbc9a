-- Alerts that a silence matches notify nobody until it ends.
CREATE TABLE card_silences (
  id uuid PRIMARY KEY,
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  -- [{"field", "value"}], all of which apply.
  matchers jsonb NOT NULL,
  until timestamptz NOT NULL,
  reason text NOT NULL,
  sent_hash bytea NOT NULL,
  created_by uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Its end was noticed, and the alerts that still fire have notified somebody.
  ended_at timestamptz
);
CREATE INDEX card_silences_active ON card_silences (type_id, until) WHERE ended_at IS NULL;

-- The hours in which a report about a service arrived: without one, nobody knows that it was up.
CREATE TABLE card_observations (
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  service text NOT NULL,
  hour timestamptz NOT NULL,
  PRIMARY KEY (type_id, service, hour)
);
CREATE INDEX card_observations_old ON card_observations (hour);
