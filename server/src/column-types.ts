import type { AnnouncementPriority, AnnouncementStatus } from "@atoll/contract/announcements/limits";
import type {
  AnswerFailure,
  AnswerState,
  AskDraft,
  AskScope,
  AskSummary,
} from "@atoll/contract/ask-ai/schemas";
import type { Approval } from "@atoll/contract/automations/approval-schemas";
import type { AutomationPlaceKind, TriggerKind } from "@atoll/contract/automations/limits";
import type { Automation, AutomationRun } from "@atoll/contract/automations/schemas";
import type {
  BoardPhase,
  BoardRole,
  BoardTemplateName,
  BoardVersionReason,
} from "@atoll/contract/brainstorm/limits";
import type { PhaseNames } from "@atoll/contract/brainstorm/schemas";
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
import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import type { HookDelivery, HookKind } from "@atoll/contract/cards/hook-schemas";
import type { CardLink } from "@atoll/contract/cards/link-schemas";
import type { Matcher } from "@atoll/contract/cards/monitoring-schemas";
import type { EscalationTarget } from "@atoll/contract/cards/on-call-schemas";
import type { CardStage, SectionOptions } from "@atoll/contract/cards/section-schemas";
import type { SequenceStep } from "@atoll/contract/cards/sequence-schemas";
import type { Poll } from "@atoll/contract/chat/message-schemas";
import type { ChannelType, NotifyLevel, ProgramButton, Reaction } from "@atoll/contract/chat/schemas";
import type { ProgramAnswer } from "@atoll/contract/commands/schemas";
import type { CommentPart, CommentWords } from "@atoll/contract/comments/schemas";
import type { Directory, DirectoryKind, DirectoryProblem } from "@atoll/contract/directories/schemas";
import type { SamlTrial } from "@atoll/contract/directories/sign-on-schemas";
import type { CanvasElement, IdentifiedElement } from "@atoll/contract/documents/canvas";
import type { CanvasColor } from "@atoll/contract/documents/canvas-limits";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import type { FormulaStep } from "@atoll/contract/fields/formulas/compile-formula";
import type { Attachment } from "@atoll/contract/files/schemas";
import type { GitConnection, GitLink, GitProvider } from "@atoll/contract/git-links/schemas";
import type { IdeaEntryKind, IdeaStatus } from "@atoll/contract/ideas/limits";
import type { FormatLanguage, Preferences } from "@atoll/contract/identity/preferences";
import type {
  ImportCounts,
  ImportLine,
  ImportMatch,
  ImportOutcome,
  ImportPlaceKind,
  ImportSource,
  ImportState,
} from "@atoll/contract/imports/schemas";
import type { ArticleKind, DraftState } from "@atoll/contract/knowledge/limits";
import type { DigestRhythm, MailState } from "@atoll/contract/mail/mail-kinds";
import type { ReceivedMail } from "@atoll/contract/mail/schemas";
import type { Mention } from "@atoll/contract/mention-schema";
import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import type { PathItemKind, PathState } from "@atoll/contract/onboarding/limits";
import type { PathItem, PathStage } from "@atoll/contract/onboarding/path-schemas";
import type { PersonErasure, PersonExport, ThingExport } from "@atoll/contract/personal-data/schemas";
import type { TokenScope } from "@atoll/contract/personal-tokens/areas";
import type { LegalHoldAct, RetentionScope } from "@atoll/contract/retention/schemas";
import type { SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import type { FormulaFault, TaskField, TaskFieldValues } from "@atoll/contract/tasks/field-schemas";
import type { TaskPriority, TaskStatus } from "@atoll/contract/tasks/limits";
import type { Recurrence } from "@atoll/contract/tasks/recurrence";
import type { TemplateContent } from "@atoll/contract/tasks/template-schemas";
import type { ColumnType, GeneratedAlways } from "kysely";
import type { StoredApproval } from "./features/cards/data/approvals.ts";
import type { Earlier } from "./features/cards/data/convert-data.ts";
import type { Shape, VersionThing } from "./features/cards/imports/parsed-file.ts";
import type { ProgramAction } from "./features/commands/read-buttons.ts";
import type { GitChange } from "./features/git-links/read-payload.ts";
import type {
  ChosenStatus,
  FollowReason,
  GrantKind,
  IdeaFacts,
  Override,
  PassageReference,
  SignInWay,
  StoredSummons,
} from "./stored-values.ts";

export type { ChosenStatus, FollowReason, GrantKind, SignInWay };

/**
 * The values of columns that PostgreSQL knows only as text or JSON. Every JSON column needs an entry. `tables.ts`, which
 * is generated, adds what the database knows: whether a column can be null, has a default and is written as JSON.
 */
export interface ColumnValues {
  "accounts.preferences": Partial<Preferences>;
  "announcements.mentions": Mention[];
  "announcements.priority": AnnouncementPriority;
  "announcements.status": AnnouncementStatus;
  "approvals.state": Approval["state"];
  "article_drafts.state": DraftState;
  // Readers parse it.
  "article_versions.steps": unknown;
  "articles.kind": ArticleKind;
  "articles.status": "DRAFT" | "PUBLISHED" | "ARCHIVED";
  "ask_turns.answer_failure": AnswerFailure;
  "ask_turns.answer_state": AnswerState;
  "ask_turns.draft": AskDraft;
  "ask_turns.passages": PassageReference[];
  "automation_runs.parts": Pick<Automation, "trigger" | "conditions" | "actions">;
  "automation_runs.results": AutomationRun["results"];
  "automation_runs.state": AutomationRun["state"];
  "automations.actions": Automation["actions"];
  "automations.conditions": Automation["conditions"];
  "automations.place_kind": AutomationPlaceKind;
  "automations.stop_reason": NonNullable<Automation["stopReason"]>;
  "automations.trigger": Automation["trigger"];
  "automations.trigger_kind": TriggerKind;
  "board_elements.content": CanvasElement;
  "board_grants.kind": GrantKind;
  "board_grants.role": BoardRole;
  "board_private_notes.color": CanvasColor;
  "board_versions.elements": IdentifiedElement[];
  "board_versions.phase": BoardPhase;
  "board_versions.reason": BoardVersionReason;
  "boards.phase": BoardPhase;
  "boards.phase_names": PhaseNames;
  "boards.summons": StoredSummons;
  "boards.template": BoardTemplateName;
  "calendar_settings.settings": { timedReminders: Reminder[]; allDayReminders: Reminder[] };
  "card_conversions.refused": { id: string; words: string }[];
  "card_enrolments.steps": SequenceStep[];
  "card_hook_deliveries.outcome": HookDelivery["outcome"];
  "card_hooks.kind": HookKind;
  "card_sequences.steps": SequenceStep[];
  "card_shapes.shape": Shape;
  "card_silences.matchers": Matcher[];
  "card_types.fields": CardField[];
  "card_types.options": Partial<SectionOptions>;
  "card_types.stages": CardStage[];
  "card_versions.things": VersionThing[];
  "cards.approvals": StoredApproval[];
  "cards.earlier": Earlier;
  "cards.links": CardLink[];
  "channel_members.notify": NotifyLevel;
  "channels.type": ChannelType;
  "chosen_statuses.status": ChosenStatus;
  "comment_threads.words": CommentWords;
  "comments.about": CommentPart;
  "command_calls.outcome": { code: ErrorCode } | { answer: ProgramAnswer | null };
  "company.digest_of_new_people": DigestRhythm;
  // Readers validate the JSON of dashboards, because another version of Atoll may have written it.
  "dashboard_defaults.cards": unknown;
  "dashboard_defaults.phone_order": unknown;
  "dashboard_defaults.pinned_ids": unknown;
  "dashboard_layouts.cards": unknown;
  "dashboard_layouts.phone_order": unknown;
  "directories.kind": DirectoryKind;
  "directories.settings": Record<string, unknown>;
  "directories.state": Directory["state"];
  "directory_people.language": FormatLanguage;
  "directory_people.problem": DirectoryProblem;
  // As the directory sent it.
  "directory_people.resource": Record<string, unknown>;
  "erasures.failure": NonNullable<PersonErasure["failure"]>;
  "erasures.state": PersonErasure["state"];
  "event_answers.rsvp": Rsvp;
  "event_attendees.reminders": Reminder[];
  "event_attendees.rsvp": Rsvp;
  "event_attendees.via_kind": "department" | "channel";
  "event_calendars.colour": CalendarColour;
  "event_exceptions.kind": "modify" | "cancel";
  "event_exceptions.override": Override;
  "event_reminders_sent.method": ReminderMethod;
  "file_texts.state": "due" | "read" | "unreadable";
  "files.preview": NonNullable<Attachment["preview"]>;
  "followers.reason": FollowReason;
  "git_connections.provider": GitProvider;
  "git_connections.stop_reason": NonNullable<GitConnection["stopReason"]>;
  "git_deliveries.changes": GitChange[];
  "git_deliveries.outcome": NonNullable<GitConnection["lastDelivery"]>["outcome"];
  "git_links.kind": GitChange["kind"];
  "git_links.hidden": "gone" | "removed";
  "git_links.due_move": "opened" | "merged";
  "git_links.state": NonNullable<GitLink["state"]>;
  "held_messages.details": Record<string, unknown>;
  "idea_entries.kind": IdeaEntryKind;
  "ideas.status": IdeaStatus;
  "legal_hold_acts.action": LegalHoldAct["action"];
  "mail_preferences.digest": DigestRhythm;
  "import_lines.phase": ImportLine["phase"];
  "import_people.matched_by": ImportMatch;
  "import_places.counts": ImportCounts;
  "import_places.kind": ImportPlaceKind;
  "import_places.outcome": ImportOutcome;
  "import_places.status": TaskStatus;
  "imports.found": ImportCounts;
  "imports.made": ImportCounts;
  "imports.paused_from": "trying" | "running" | "undoing";
  "imports.source": ImportSource;
  "imports.state": ImportState;
  "imports.tried": ImportCounts;
  "mails.facts": Record<string, string>;
  "mails.state": MailState;
  "messages.mentions_all": "channel" | "here";
  "messages.buttons": ProgramButton[];
  "messages.poll": Omit<Poll, "options"> & { options: { text: string; count: number; userIds: string[] }[] };
  "messages.reactions": Reaction[];
  // Another version may have written it.
  "nodes.report": unknown;
  "notification_settings.settings": Partial<NotificationSettings>;
  "object_changes.after": unknown;
  "object_changes.before": unknown;
  "on_call_steps.who": EscalationTarget;
  "onboarding_items.doer": "newcomer" | "manager";
  "onboarding_items.kind": PathItemKind;
  "onboarding_items.meets": "buddy" | "manager";
  "onboarding_paths.items": PathItem[];
  "onboarding_paths.stages": PathStage[];
  "onboarding_paths.state": PathState;
  "onboardings.stages": PathStage[];
  "onboardings.stop_reason": "person" | "left";
  "person_exports.failure": NonNullable<PersonExport["failure"]>;
  "person_exports.state": PersonExport["state"];
  "person_exports.thing_kind": ThingExport["kind"];
  "program_buttons.actions": ProgramAction[];
  "saml_trials.result": SamlTrial;
  "retention_rules.next": "set" | "removed";
  "retention_rules.scope": RetentionScope;
  "sensitive_cards.key": SensitiveKey;
  "sensitive_looks.kind": "reveal" | "copy";
  "sessions.made_by": Exclude<SignInWay, "token">;
  "sessions.scopes": TokenScope[];
  "sessions.way": SignInWay;
  "task_status_spans.status": TaskStatus;
  "task_field_sets.fields": TaskField[];
  "task_field_sets.programs": { name: string; steps: FormulaStep[] }[];
  "task_option_renames.renames": Record<string, string>;
  "tasks.fields": TaskFieldValues;
  "tasks.formula_faults": Record<string, FormulaFault>;
  "tasks.priority": TaskPriority;
  "tasks.recurrence": Recurrence;
  "task_templates.content": TemplateContent;
  "tasks.status": TaskStatus;
  "working_hours.hours": WorkingHours;
}

/** JSON that an insert must name, although the column has a default. */
type RequiredJson<T> = ColumnType<T, string, string>;
/** JSON that is inserted and never updated. */
type FinalJson<T> = ColumnType<T | null, string | null, never>;
/** A timestamp that may be infinity, which JavaScript cannot represent. Only SQL reads it. */
type Bound = ColumnType<never, Date | undefined, Date>;

/** Columns whose whole type is given here: those that inserts must name, that never change, or that triggers set. */
export interface WholeColumns {
  "ask_turns.scope": ColumnType<AskScope, string, never>;
  "ask_turns.summary": FinalJson<AskSummary>;
  // Entries are added by `recordAct` alone. Number, time and hashes are the database's.
  "audit_log.after": FinalJson<Record<string, unknown>>;
  "audit_log.at": GeneratedAlways<Date>;
  "audit_log.before": FinalJson<Record<string, unknown>>;
  "audit_log.hash": GeneratedAlways<Buffer>;
  "audit_log.number": GeneratedAlways<number>;
  "audit_log.previous_hash": GeneratedAlways<Buffer>;
  "audit_log.words": GeneratedAlways<string>;
  "card_silences.until": ColumnType<Date, Date | string, Date>;
  "cards.data": RequiredJson<CardData>;
  "comments.mentions": RequiredJson<Mention[]>;
  "event_attendees.end_at": Bound;
  "event_attendees.start_at": Bound;
  "events.description": string;
  "events.end_at": Bound;
  "events.guests_see_guests": boolean;
  "events.kind": EventKind;
  "events.link": string;
  "events.location": string;
  "events.longest": GeneratedAlways<never>;
  "events.shows_as": EventShows;
  "events.start_at": Bound;
  "events.visibility": EventVisibility;
  "idea_entries.facts": RequiredJson<IdeaFacts>;
  "legal_hold_acts.after": FinalJson<Record<string, unknown>>;
  "legal_hold_acts.before": FinalJson<Record<string, unknown>>;
  "messages.mentions": RequiredJson<Mention[]>;
  "notifications.facts": FinalJson<Record<string, string>>;
  "question_answers.mentions": RequiredJson<Mention[]>;
  "questions.content": string;
  "questions.is_private": boolean;
  "questions.mentions": RequiredJson<Mention[]>;
  "received_mails.aim": ReceivedMail["aim"];
  "received_mails.reason": NonNullable<ReceivedMail["reason"]>;
  "received_mails.state": ReceivedMail["state"];
  "search_synonyms.groups": RequiredJson<string[][]>;
  "tellings.facts": FinalJson<Record<string, string>>;
}
