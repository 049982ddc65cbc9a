-- The calendar: events as their people planned them, by the clock of one zone, and the instants that follow from it.

CREATE TABLE event_calendars (
  -- The browser's own.
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  colour text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX event_calendars_owner ON event_calendars (owner_id, created_at, id);

CREATE TABLE events (
  -- The browser's own, so that one that is sent again is one event.
  id uuid PRIMARY KEY,
  -- By the profile: what somebody held outlasts their account.
  organiser_id uuid NOT NULL REFERENCES profiles (id),
  calendar_id uuid REFERENCES event_calendars (id) ON DELETE SET NULL,
  department_id uuid REFERENCES departments (id) ON DELETE SET NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  location text NOT NULL DEFAULT '',
  link text NOT NULL DEFAULT '',
  kind text NOT NULL DEFAULT 'meeting',
  visibility text NOT NULL DEFAULT 'normal' CHECK (visibility IN ('normal', 'private')),
  shows_as text NOT NULL DEFAULT 'busy' CHECK (shows_as IN ('busy', 'free')),
  guests_see_guests boolean NOT NULL DEFAULT true,
  -- The truth: what clocks show in the zone, or days; the end of days is the first that no longer belongs to it.
  all_day boolean NOT NULL,
  starts text NOT NULL,
  ends text NOT NULL,
  zone text NOT NULL,
  rule text,
  added text[] NOT NULL DEFAULT '{}',
  removed text[] NOT NULL DEFAULT '{}',
  -- Derived: from the first begin to the last end that is known, to find it by.
  start_at timestamptz(3) NOT NULL DEFAULT 'infinity',
  end_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  -- Times up to here are known; null: all.
  known_until timestamptz(3),
  -- With which edition of the world's time zones they were found.
  zones_version text NOT NULL DEFAULT '',
  task_id uuid REFERENCES tasks (id) ON DELETE SET NULL,
  -- As other programs know it, where it came from one.
  ics_uid text,
  -- Rises when its times change, as programs that follow it expect.
  sequence integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  sent_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  -- What it is found by, folded and parted as messages are.
  searchable text GENERATED ALWAYS AS (search_fold(title || ' ' || location || ' ' || description)) STORED,
  lexemes tsvector GENERATED ALWAYS AS (
    array_to_tsvector((search_parts(search_fold(title || ' ' || location || ' ' || description))).words
      || (search_parts(search_fold(title || ' ' || location || ' ' || description))).pairs)) STORED
);
CREATE INDEX events_organiser ON events (organiser_id);
CREATE INDEX events_department ON events (department_id, end_at, start_at, id)
  WHERE department_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX events_lexemes ON events USING gin (lexemes) WHERE deleted_at IS NULL;
CREATE INDEX events_task ON events (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX events_calendar ON events (calendar_id) WHERE calendar_id IS NOT NULL;
CREATE INDEX events_deleted ON events (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX events_known ON events (known_until) WHERE known_until IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX events_zones ON events (zones_version) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX events_ics_uid ON events (organiser_id, ics_uid) WHERE ics_uid IS NOT NULL AND deleted_at IS NULL;

-- The times of an event. What is moved by itself keeps its name, which is when the rule has it, and stands where it went.
CREATE TABLE event_occurrences (
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  occurrence text NOT NULL,
  starts text NOT NULL,
  ends text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  PRIMARY KEY (event_id, occurrence)
);
CREATE INDEX event_occurrences_time ON event_occurrences (event_id, starts_at, ends_at);
CREATE INDEX event_occurrences_starts ON event_occurrences (starts_at, event_id);

-- What is different about one time. Specification, section 3 (event exception).
CREATE TABLE event_exceptions (
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  occurrence text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('modify', 'cancel')),
  -- Of a modified one: start, end, zone, title, description, location, link, as far as they differ.
  override jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (event_id, occurrence)
);

-- Who comes, the organiser among them. The span is the event's, to find a person's events of a time by.
CREATE TABLE event_attendees (
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id),
  rsvp text NOT NULL DEFAULT 'pending' CHECK (rsvp IN ('pending', 'accepted', 'tentative', 'declined')),
  note text NOT NULL DEFAULT '',
  response_at timestamptz(3),
  added_by uuid REFERENCES profiles (id),
  -- As whose member, if not by name.
  via_kind text CHECK (via_kind IN ('department', 'channel')),
  via_id uuid,
  -- Null: as they chose for all events; else the person's own for this one.
  reminders jsonb,
  start_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  end_at timestamptz(3) NOT NULL DEFAULT 'infinity',
  PRIMARY KEY (event_id, user_id)
);
CREATE INDEX event_attendees_user ON event_attendees (user_id, end_at, start_at, event_id);

-- Answers to one time, which an answer to the whole leaves as they are.
CREATE TABLE event_answers (
  event_id uuid NOT NULL,
  occurrence text NOT NULL,
  user_id uuid NOT NULL,
  rsvp text NOT NULL CHECK (rsvp IN ('pending', 'accepted', 'tentative', 'declined')),
  note text NOT NULL DEFAULT '',
  response_at timestamptz(3),
  PRIMARY KEY (event_id, occurrence, user_id),
  FOREIGN KEY (event_id, user_id) REFERENCES event_attendees (event_id, user_id) ON DELETE CASCADE
);
CREATE INDEX event_answers_user ON event_answers (event_id, user_id);

-- Other times that attendees propose; one a person and time.
CREATE TABLE event_proposals (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL,
  user_id uuid NOT NULL,
  occurrence text,
  starts text NOT NULL,
  ends text NOT NULL,
  zone text NOT NULL,
  note text NOT NULL DEFAULT '',
  sent_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (event_id, user_id, occurrence),
  FOREIGN KEY (event_id, user_id) REFERENCES event_attendees (event_id, user_id) ON DELETE CASCADE
);

-- What a person chose for all of their events. Who chose nothing has no row.
CREATE TABLE calendar_settings (
  user_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  settings jsonb NOT NULL
);

-- How many minutes before it somebody is ever reminded, for the job to look that far ahead; kept while anybody might be.
CREATE TABLE event_reminder_leads (minutes_before integer PRIMARY KEY);

-- What somebody was reminded of: each once.
CREATE TABLE event_reminders_sent (
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  occurrence text NOT NULL,
  user_id uuid NOT NULL REFERENCES profiles (id),
  minutes_before integer NOT NULL,
  method text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, occurrence, user_id, minutes_before, method)
);
CREATE INDEX event_reminders_sent_age ON event_reminders_sent (sent_at);

-- Up to when reminders have been sent: one row.
CREATE TABLE event_reminders_state (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  sent_until timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO event_reminders_state DEFAULT VALUES;

-- What an event was before a change, to take it back. What one person did at one go has one change_id.
CREATE TABLE event_changes (
  change_id uuid NOT NULL,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  actor_id uuid NOT NULL REFERENCES profiles (id),
  at timestamptz NOT NULL DEFAULT now(),
  -- As the change left it: who changed it since stays in the right.
  version integer NOT NULL,
  -- Null: it was made by this change.
  before jsonb,
  sent_hash bytea NOT NULL,
  PRIMARY KEY (change_id, event_id)
);
CREATE INDEX event_changes_event ON event_changes (event_id);
CREATE INDEX event_changes_at ON event_changes (at);

CREATE FUNCTION span_of_attendees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_attendees SET start_at = NEW.start_at, end_at = NEW.end_at WHERE event_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER events_span AFTER UPDATE OF start_at, end_at ON events FOR EACH ROW
  WHEN (OLD.start_at IS DISTINCT FROM NEW.start_at OR OLD.end_at IS DISTINCT FROM NEW.end_at)
  EXECUTE FUNCTION span_of_attendees();
CREATE FUNCTION span_of_attendee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT start_at, end_at INTO NEW.start_at, NEW.end_at FROM events WHERE id = NEW.event_id;
  RETURN NEW;
END $$;
CREATE TRIGGER event_attendees_span BEFORE INSERT ON event_attendees
  FOR EACH ROW EXECUTE FUNCTION span_of_attendee();

INSERT INTO permissions (name, resource, action) VALUES ('calendar:manage', 'calendar', 'manage');
