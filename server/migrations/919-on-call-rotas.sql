-- Rotas: members of a department are on call in turn, and others take over for a while.

CREATE TABLE on_call_rotas (
  department_id uuid PRIMARY KEY REFERENCES departments (id) ON DELETE CASCADE,
  length_days smallint NOT NULL CHECK (length_days BETWEEN 1 AND 56),
  -- The day of the handover for whole weeks: 1 is Monday.
  weekday smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  -- Wall-clock time in the zone, as 09:00.
  hand_over text NOT NULL,
  zone text NOT NULL,
  starts_on date NOT NULL,
  -- On this day begins the shift of the member with `first_place`, or of the next one after it.
  anchor_on date NOT NULL,
  first_place smallint NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE on_call_members (
  department_id uuid NOT NULL REFERENCES on_call_rotas (department_id) ON DELETE CASCADE,
  place smallint NOT NULL,
  person_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  PRIMARY KEY (department_id, place),
  UNIQUE (department_id, person_id)
);
CREATE INDEX on_call_members_person ON on_call_members (person_id);

CREATE TABLE on_call_overrides (
  id uuid PRIMARY KEY,
  department_id uuid NOT NULL REFERENCES departments (id) ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  created_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_hash bytea NOT NULL
);
CREATE INDEX on_call_overrides_department ON on_call_overrides (department_id, ends_at);
CREATE INDEX on_call_overrides_person ON on_call_overrides (person_id);
CREATE INDEX on_call_overrides_creator ON on_call_overrides (created_by);

-- The member of the last handover, and when the next one can be.
CREATE TABLE on_call_duty (
  department_id uuid PRIMARY KEY REFERENCES departments (id) ON DELETE CASCADE,
  person_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  next_at timestamptz,
  -- The instant that this was found for.
  at timestamptz NOT NULL
);
CREATE INDEX on_call_duty_next ON on_call_duty (next_at);
CREATE INDEX on_call_duty_person ON on_call_duty (person_id);

-- Someone who was chosen for a week keeps it.
INSERT INTO on_call_overrides (id, department_id, person_id, starts_at, ends_at, sent_hash)
SELECT gen_random_uuid(), department_id, person_id, now(), until, '' FROM on_call WHERE until > now();
INSERT INTO on_call_duty (department_id, person_id, next_at, at)
SELECT department_id, person_id, until, now() FROM on_call WHERE until > now();
DROP TABLE on_call;
