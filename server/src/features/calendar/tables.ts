import type {
  CalendarColour,
  EventKind,
  EventShows,
  EventVisibility,
  Reminder,
  ReminderMethod,
  Rsvp,
} from "@atoll/contract/calendar/limits";
import type { WorkingHours } from "@atoll/contract/calendar/working-hours";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** The fields in which one occurrence differs from its series. */
export interface Override {
  start?: string;
  end?: string;
  title?: string;
  description?: string;
  location?: string;
  link?: string;
}

/** JSON that is inserted as text. */
type Json<T> = ColumnType<T, string | undefined, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A timestamp that may be infinity, which JavaScript cannot represent. Only SQL reads it. */
type Bound = ColumnType<never, Date | undefined, Date>;

/** The rows of the calendar's tables. */
export interface CalendarTables {
  event_calendars: {
    id: string;
    owner_id: string;
    name: string;
    colour: CalendarColour;
    created_at: Generated<Date>;
  };
  events: {
    id: string;
    organiser_id: string;
    calendar_id: string | null;
    department_id: string | null;
    title: string;
    description: string;
    location: string;
    link: string;
    kind: EventKind;
    visibility: EventVisibility;
    shows_as: EventShows;
    guests_see_guests: boolean;
    all_day: boolean;
    starts: string;
    ends: string;
    zone: string;
    rule: string | null;
    added: Generated<string[]>;
    removed: Generated<string[]>;
    start_at: Bound;
    end_at: Bound;
    known_until: Generated<Date | null>;
    zones_version: Generated<string>;
    task_id: string | null;
    ics_uid: Generated<string | null>;
    sequence: Generated<number>;
    version: Generated<number>;
    undone_versions: Generated<number[]>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Generated<Date | null>;
    searchable: GeneratedAlways<string>;
  };
  event_occurrences: {
    event_id: string;
    occurrence: string;
    starts: string;
    ends: string;
    starts_at: Date;
    ends_at: Date;
  };
  event_exceptions: {
    event_id: string;
    occurrence: string;
    kind: "modify" | "cancel";
    override: Json<Override>;
  };
  event_attendees: {
    event_id: string;
    user_id: string;
    rsvp: Generated<Rsvp>;
    note: Generated<string>;
    response_at: Generated<Date | null>;
    added_by: string | null;
    via_kind: Generated<"department" | "channel" | null>;
    via_id: Generated<string | null>;
    reminders: JsonOrNull<Reminder[]>;
    start_at: Bound;
    end_at: Bound;
  };
  event_answers: {
    event_id: string;
    occurrence: string;
    user_id: string;
    rsvp: Rsvp;
    note: Generated<string>;
    response_at: Date | null;
  };
  event_proposals: {
    id: string;
    event_id: string;
    user_id: string;
    occurrence: string | null;
    starts: string;
    ends: string;
    zone: string;
    note: string;
    sent_hash: Buffer;
    created_at: Generated<Date>;
  };
  calendar_settings: {
    user_id: string;
    settings: Json<{ timedReminders: Reminder[]; allDayReminders: Reminder[] }>;
  };
  calendar_feeds: {
    user_id: string;
    secret_hash: Buffer;
    created_at: Generated<Date>;
    read_at: Generated<Date | null>;
  };
  working_hours: { user_id: string; hours: Json<WorkingHours> };
  event_reminder_leads: { minutes_before: number };
  event_reminders_sent: {
    event_id: string;
    occurrence: string;
    user_id: string;
    minutes_before: number;
    method: ReminderMethod;
    sent_at: Generated<Date>;
  };
  event_reminders_state: { id: Generated<boolean>; sent_until: Date };
}
