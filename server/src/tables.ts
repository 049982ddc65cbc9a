// Generated from the migrations by `npx vitest run test/tables -u`. Do not edit: `column-types.ts` gives the types that
// PostgreSQL does not know.
import type { ColumnType, Generated, GeneratedAlways, Kysely } from "kysely";
import type { ColumnValues, WholeColumns } from "./column-types.ts";

/** JSON, written as text. */
type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;
type GeneratedJson<T> = ColumnType<T, string | undefined, string>;
/** A day, written as text and read as midnight in the server's time zone. */
type Day = ColumnType<Date, string, string>;
type DayOrNull = ColumnType<Date | null, string | null, string | null>;
/** A number of any precision, read as text. */
type Numeric = ColumnType<string, number, number>;
type NumericOrNull = ColumnType<string | null, number | null, number | null>;

export interface Tables {
  accounts: {
    id: string;
    email: string;
    password_hash: string | null;
    email_confirmed_at: Date | null;
    disabled_at: Date | null;
    last_active_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    version: Generated<number>;
    must_choose_password: Generated<boolean>;
    preferences: GeneratedJson<ColumnValues["accounts.preferences"]>;
    access_ended_at: Date | null;
    requires_passkey: Generated<boolean>;
    is_bot: Generated<boolean>;
    guest_until: Date | null;
    guest_invited_by: string | null;
  };
  announcement_nudges: {
    announcement_id: string;
    user_id: string;
    count: Generated<number>;
    nudged_at: Generated<Date>;
  };
  announcement_reads: {
    announcement_id: string;
    user_id: string;
    edition: number;
    read_at: Generated<Date>;
    confirmed_at: Date | null;
  };
  announcements: {
    id: string;
    title: Generated<string>;
    content: Generated<string>;
    status: Generated<ColumnValues["announcements.status"]>;
    priority: Generated<ColumnValues["announcements.priority"]>;
    author_id: string;
    department_ids: Generated<string[]>;
    role_ids: Generated<string[]>;
    scheduled_for: Date | null;
    scheduled_by: string | null;
    published_at: Date | null;
    expires_at: Date | null;
    is_expiry_told: Generated<boolean>;
    must_read: Generated<boolean>;
    due_at: Date | null;
    allows_comments: Generated<boolean>;
    comment_count: Generated<number>;
    edition: Generated<number>;
    edition_at: Date | null;
    text_version: Generated<number>;
    version: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    mentions: GeneratedJson<ColumnValues["announcements.mentions"]>;
    by_mail: Generated<boolean>;
    has_other_writers: Generated<boolean>;
  };
  anonymous_authors: {
    subject_kind: string;
    subject_id: string;
    author_id: string;
    is_following: Generated<boolean>;
  };
  approval_answers: {
    approval_id: string;
    person_id: string;
    is_approved: boolean | null;
    reason: Generated<string>;
    answered_at: Date | null;
    asked_at: Generated<Date>;
  };
  approvals: {
    id: string;
    run_id: string;
    text: string;
    needs_all: boolean;
    state: Generated<ColumnValues["approvals.state"]>;
    end_reason: string | null;
    created_at: Generated<Date>;
    ends_at: Date;
    settled_at: Date | null;
  };
  article_attachments: {
    file_id: string;
    article_id: string;
  };
  article_drafts: {
    article_id: string;
    title: string;
    summary: string;
    body: string;
    note: Generated<string>;
    effective_on: DayOrNull;
    must_read: Generated<boolean>;
    due_on: DayOrNull;
    based_on: number | null;
    state: Generated<ColumnValues["article_drafts.state"]>;
    editor_ids: string[];
    submitted_by: string | null;
    approved_by: string | null;
    approved_at: Date | null;
    approved_hash: string | null;
    version: Generated<number>;
    updated_by: string;
    updated_at: Generated<Date>;
    refused_by: string | null;
    refusal: string | null;
  };
  article_links: {
    article_id: string;
    target_kind: string;
    target_id: string;
  };
  article_reads: {
    article_id: string;
    user_id: string;
    version: number;
    read_at: Generated<Date>;
    confirmed_at: Date | null;
  };
  article_stars: {
    user_id: string;
    article_id: string;
    starred_at: Generated<Date>;
  };
  article_versions: {
    article_id: string;
    number: number;
    title: string;
    summary: string;
    body: string;
    note: string;
    words: number;
    steps: GeneratedJson<ColumnValues["article_versions.steps"]>;
    effective_on: DayOrNull;
    must_read: boolean;
    due_on: DayOrNull;
    published_by: string;
    approved_by: string | null;
    published_at: Generated<Date>;
    editor_ids: string[] | null;
  };
  article_views: {
    day: Day;
    article_id: string;
    user_id: string;
    viewed_at: Generated<Date>;
  };
  article_votes: {
    article_id: string;
    user_id: string;
    is_helpful: boolean;
  };
  articles: {
    id: string;
    kind: ColumnValues["articles.kind"];
    title: Generated<string>;
    summary: Generated<string>;
    category: Generated<string>;
    tags: Generated<string[]>;
    parent_id: string | null;
    rank: string;
    path: string[];
    department_ids: Generated<string[]>;
    role_ids: Generated<string[]>;
    shown_department_ids: Generated<string[]>;
    shown_role_ids: Generated<string[]>;
    owner_id: string;
    created_by: string;
    reviewer_id: string | null;
    status: Generated<ColumnValues["articles.status"]>;
    version: number | null;
    must_read_version: number | null;
    due_on: DayOrNull;
    review_days: number | null;
    review_at: Date | null;
    stale_told_at: Date | null;
    verified_at: Date | null;
    verified_by: string | null;
    helpful: Generated<number>;
    unhelpful: Generated<number>;
    comment_count: Generated<number>;
    origin_kind: string | null;
    origin_id: string | null;
    revision: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    is_template: Generated<boolean>;
    deleted_at: Date | null;
    deleted_by: string | null;
    deleted_from: string | null;
    is_shared: Generated<boolean>;
  };
  ask_conversations: {
    id: string;
    user_id: string;
    title: string;
    at: Generated<Date>;
  };
  ask_model: {
    id: Generated<string>;
    is_on: Generated<boolean>;
    address: Generated<string>;
    is_host_allowed: Generated<boolean>;
    sealed_key: Buffer | null;
    key_id: string | null;
    chat_model: Generated<string>;
    embedding_model: Generated<string>;
    context_tokens: Generated<number>;
    person_daily_answers: Generated<number>;
    company_daily_answers: Generated<number>;
    version: Generated<number>;
    updated_at: Generated<Date>;
    vector_model: Generated<string>;
    vector_width: number | null;
    vector_failure: string | null;
    history_days: Generated<number>;
  };
  ask_turns: {
    id: string;
    conversation_id: string;
    question: string;
    scope: WholeColumns["ask_turns.scope"];
    passages: Json<ColumnValues["ask_turns.passages"]>;
    is_weak: boolean;
    is_helpful: boolean | null;
    sent_hash: Buffer;
    asked_at: Generated<Date>;
    answer_state: ColumnValues["ask_turns.answer_state"] | null;
    answer: Generated<string>;
    answer_failure: ColumnValues["ask_turns.answer_failure"] | null;
    answer_run: string | null;
    answer_at: Date | null;
    prompt_count: Generated<number>;
    shared_at: Date | null;
    summary: WholeColumns["ask_turns.summary"];
    draft: ColumnValues["ask_turns.draft"] | null;
  };
  ask_usage: {
    day: Day;
    user_id: string;
    answers: Generated<number>;
    failed: Generated<number>;
    prompt_tokens: Generated<number>;
    answer_tokens: Generated<number>;
  };
  ask_vectors: {
    model: string;
    kind: string;
    entry_id: string | null;
    message_id: string | null;
    channel_id: string | null;
    part: number;
    signs: string;
    numbers: Buffer;
  };
  audit_log: {
    number: WholeColumns["audit_log.number"];
    at: WholeColumns["audit_log.at"];
    actor_id: string | null;
    actor_name: string | null;
    action: string;
    subject_type: string | null;
    subject_id: string | null;
    subject_name: string | null;
    before: WholeColumns["audit_log.before"];
    after: WholeColumns["audit_log.after"];
    address: string;
    previous_hash: WholeColumns["audit_log.previous_hash"];
    hash: WholeColumns["audit_log.hash"];
    words: WholeColumns["audit_log.words"];
  };
  automation_events: {
    number: GeneratedAlways<number>;
    kind: string;
    place_id: string;
    subject_id: string;
    value: string | null;
    at: Generated<Date>;
    by_automation: string | null;
    depth: Generated<number>;
  };
  automation_runs: {
    id: Generated<string>;
    automation_id: string;
    number: GeneratedAlways<number>;
    event_key: string;
    subject_id: string | null;
    at: Generated<Date>;
    depth: Generated<number>;
    state: Generated<ColumnValues["automation_runs.state"]>;
    due_at: Generated<Date>;
    tries: Generated<number>;
    turn: number | null;
    results: GeneratedJson<ColumnValues["automation_runs.results"]>;
    reason: string | null;
    settled_at: Date | null;
    parts: JsonOrNull<ColumnValues["automation_runs.parts"]>;
  };
  automations: {
    id: string;
    owner_id: string;
    session_id: string | null;
    name: string;
    place_kind: ColumnValues["automations.place_kind"];
    place_id: string;
    trigger_kind: ColumnValues["automations.trigger_kind"];
    trigger: Json<ColumnValues["automations.trigger"]>;
    conditions: GeneratedJson<ColumnValues["automations.conditions"]>;
    actions: Json<ColumnValues["automations.actions"]>;
    is_on: Generated<boolean>;
    stop_reason: ColumnValues["automations.stop_reason"] | null;
    on_since: Generated<Date>;
    next_at: Date | null;
    turn: Generated<number>;
    sent_hash: Buffer;
    version: Generated<number>;
    created_at: Generated<Date>;
  };
  backups: {
    finished_at: Generated<Date>;
    is_complete: boolean;
  };
  board_elements: {
    id: string;
    board_id: string;
    kind: string;
    author_id: string | null;
    text: string;
    content: Json<ColumnValues["board_elements.content"]>;
    comment_count: Generated<number>;
    gone_at: Date | null;
    reactions_version: Generated<number>;
  };
  board_grants: {
    board_id: string;
    kind: ColumnValues["board_grants.kind"];
    grantee_id: string | null;
    role: ColumnValues["board_grants.role"];
    granted_at: Generated<Date>;
  };
  board_leaders_seen: {
    board_id: string;
    user_id: string;
    seen_at: Generated<Date>;
  };
  board_links: {
    board_id: string;
    note_id: string;
    task_id: string | null;
    idea_id: string | null;
    made_at: Generated<Date>;
  };
  board_private_notes: {
    id: string;
    board_id: string;
    author_id: string;
    text: string;
    color: ColumnValues["board_private_notes.color"];
    x: number;
    y: number;
    frame_id: string | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    revealed_at: Date | null;
  };
  board_reactions: {
    board_id: string;
    note_id: string;
    emoji: string;
    person_id: string;
    created_at: Generated<Date>;
  };
  board_stars: {
    board_id: string;
    user_id: string;
  };
  board_versions: {
    id: Generated<string>;
    board_id: string;
    reason: ColumnValues["board_versions.reason"];
    phase: ColumnValues["board_versions.phase"] | null;
    sequence: number;
    note_count: number;
    elements: Json<ColumnValues["board_versions.elements"]>;
    created_at: Generated<Date>;
  };
  board_votes: {
    id: string;
    board_id: string;
    round: number;
    note_id: string;
    person_id: string;
    cast_at: Generated<Date>;
  };
  boards: {
    id: string;
    title: string;
    template: ColumnValues["boards.template"];
    owner_id: string;
    department_id: string | null;
    phase: ColumnValues["boards.phase"] | null;
    is_locked: Generated<boolean>;
    votes_per_person: Generated<number>;
    round: Generated<number>;
    timer_ends_at: Date | null;
    timer_left_ms: number | null;
    summons: JsonOrNull<ColumnValues["boards.summons"]>;
    archived_at: Date | null;
    version: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    frame_order: Generated<string[]>;
    phase_names: GeneratedJson<ColumnValues["boards.phase_names"]>;
  };
  bots: {
    id: string;
    owner_id: string | null;
    description: Generated<string>;
    version: Generated<number>;
    created_at: Generated<Date>;
  };
  bus_parcels: {
    id: Generated<string>;
    content: string;
    sent_at: Generated<Date>;
    node_id: string | null;
    number: number | null;
  };
  calendar_feeds: {
    user_id: string;
    secret_hash: Buffer;
    created_at: Generated<Date>;
    read_at: Date | null;
  };
  calendar_settings: {
    user_id: string;
    settings: Json<ColumnValues["calendar_settings.settings"]>;
  };
  card_columns: {
    person_id: string;
    type_id: string;
    columns: string[];
  };
  card_commits: {
    department_id: string;
    sha: string;
    committed_at: Date;
  };
  card_conversions: {
    id: string;
    type_id: string;
    field: string;
    reached: Generated<string>;
    actor_id: string | null;
    refused: GeneratedJson<ColumnValues["card_conversions.refused"]>;
  };
  card_enrolments: {
    id: string;
    card_id: string;
    sequence_id: string;
    name: string;
    steps: Json<ColumnValues["card_enrolments.steps"]>;
    step: Generated<number>;
    started_by: string;
    started_at: Generated<Date>;
    finished_at: Date | null;
    carried_from: string | null;
  };
  card_hook_deliveries: {
    id: Generated<string>;
    hook_id: string;
    at: Generated<Date>;
    event: Generated<string>;
    body: Buffer;
    body_hash: Buffer;
    is_weak: boolean;
    outcome: Generated<ColumnValues["card_hook_deliveries.outcome"]>;
    detail: Generated<string>;
    replays: Generated<number>;
  };
  card_hook_things: {
    type_id: string;
    external_key: string;
    card_id: string;
    reported_at: Date;
    ended_at: Date | null;
  };
  card_hooks: {
    id: string;
    type_id: string;
    name: string;
    kind: ColumnValues["card_hooks.kind"];
    sealed: Buffer;
    key_id: string;
    sent_hash: Buffer;
    created_by: string;
    created_at: Generated<Date>;
  };
  card_observations: {
    type_id: string;
    service: string;
    hour: Date;
  };
  card_points: {
    card_id: string;
    day: Day;
    value: Numeric;
  };
  card_sequence_tasks: {
    enrolment_id: string;
    step: number;
    task_id: string | null;
    done_at: Date | null;
    closed_at: Date | null;
  };
  card_sequences: {
    id: string;
    type_id: string;
    name: string;
    steps: Json<ColumnValues["card_sequences.steps"]>;
    version: Generated<number>;
    created_by: string;
    created_at: Generated<Date>;
    deleted_at: Date | null;
  };
  card_servers: {
    id: Generated<string>;
    type_id: string;
    source: string;
    url: string;
    name: string;
    is_allowed: Generated<boolean>;
    is_production: Generated<boolean>;
  };
  card_shapes: {
    card_id: string;
    type_id: string;
    external_key: string;
    source: string;
    shape: Json<ColumnValues["card_shapes.shape"]>;
  };
  card_silences: {
    id: string;
    type_id: string;
    matchers: Json<ColumnValues["card_silences.matchers"]>;
    until: WholeColumns["card_silences.until"];
    reason: string;
    sent_hash: Buffer;
    created_by: string;
    created_at: Generated<Date>;
    ended_at: Date | null;
  };
  card_steps: {
    card_id: string;
    person_id: string;
    done: string[];
  };
  card_types: {
    id: Generated<string>;
    department_id: string;
    slug: string;
    name: string;
    singular: string;
    place: Generated<number>;
    stages: Json<ColumnValues["card_types.stages"]>;
    fields: Json<ColumnValues["card_types.fields"]>;
    fields_version: Generated<number>;
    value_field: string | null;
    stale_days: number | null;
    is_restricted: Generated<boolean>;
    options: GeneratedJson<ColumnValues["card_types.options"]>;
    archived_at: Date | null;
    version: Generated<number>;
    is_own: Generated<boolean>;
    icon: Generated<string>;
  };
  card_values: {
    card_id: string;
    field: string;
    type_id: string;
    text_value: string | null;
    number_value: NumericOrNull;
    date_value: DayOrNull;
    currency: string | null;
  };
  card_versions: {
    id: Generated<string>;
    type_id: string;
    source: string;
    version: string;
    at: Generated<Date>;
    imported_by: string | null;
    things: Json<ColumnValues["card_versions.things"]>;
    thing_count: number;
    hash: Buffer;
  };
  cards: {
    id: string;
    type_id: string;
    title: string;
    body: Generated<string>;
    stage: string;
    stage_since: Generated<Date>;
    reason: Generated<string>;
    rank: string;
    owner_id: string | null;
    due_on: DayOrNull;
    data: WholeColumns["cards.data"];
    comment_count: Generated<number>;
    version: Generated<number>;
    sent_hash: Buffer;
    created_by: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
    is_pinned: Generated<boolean>;
    merged_into_id: string | null;
    earlier: GeneratedJson<ColumnValues["cards.earlier"]>;
    approvals: GeneratedJson<ColumnValues["cards.approvals"]>;
    content_by: string | null;
    folded: GeneratedAlways<string | null>;
    links: GeneratedJson<ColumnValues["cards.links"]>;
  };
  channel_members: {
    channel_id: string;
    user_id: string;
    joined_at: Generated<Date>;
    last_read_seq: Generated<number>;
    last_read: Generated<Date>;
    is_owner: Generated<boolean>;
    notify: Generated<ColumnValues["channel_members.notify"]>;
    is_muted: Generated<boolean>;
    added_by: string | null;
  };
  channels: {
    id: string;
    name: string;
    type: ColumnValues["channels.type"];
    description: Generated<string>;
    department_id: string | null;
    created_by: string | null;
    head: Generated<number>;
    last_post_seq: Generated<number>;
    member_count: Generated<number>;
    last_activity: Generated<Date>;
    created_at: Generated<Date>;
    topic: Generated<string>;
    follows_department: Generated<boolean>;
    is_owners_only: Generated<boolean>;
    archived_at: Date | null;
  };
  chosen_statuses: {
    user_id: string;
    status: ColumnValues["chosen_statuses.status"];
    chosen_at: Generated<Date>;
  };
  command_calls: {
    id: string;
    command_id: string;
    user_id: string;
    channel_id: string;
    parent_id: string | null;
    pressed_id: string | null;
    secret_hash: Buffer;
    uses_left: number;
    expires_at: Date;
    session_id: string | null;
    outcome: JsonOrNull<ColumnValues["command_calls.outcome"]>;
  };
  commands: {
    id: string;
    name: string;
    owner_id: string | null;
    usage: Generated<string>;
    help: Generated<string>;
    address: string;
    button_address: Generated<string>;
    sealed: Buffer;
    key_id: string;
    renewed_at: Generated<Date>;
    version: Generated<number>;
    created_at: Generated<Date>;
  };
  comment_threads: {
    id: string;
    subject_kind: string;
    subject_id: string;
    words: JsonOrNull<ColumnValues["comment_threads.words"]>;
    created_by: string;
    created_at: Generated<Date>;
    resolved_at: Date | null;
    resolved_by: string | null;
    version: Generated<number>;
  };
  comments: {
    id: string;
    subject_kind: string;
    subject_id: string;
    author_id: string;
    content: string;
    mentions: WholeColumns["comments.mentions"];
    sent_hash: Buffer;
    version: Generated<number>;
    created_at: Generated<Date>;
    edited_at: Date | null;
    deleted_at: Date | null;
    about: JsonOrNull<ColumnValues["comments.about"]>;
    thread_id: string | null;
  };
  company: {
    id: Generated<string>;
    name: string | null;
    colour: string | null;
    logo_url: string | null;
    skipped_steps: Generated<string[]>;
    version: Generated<number>;
    updated_at: Generated<Date>;
    working_days: Generated<number[]>;
    digest_of_new_people: Generated<ColumnValues["company.digest_of_new_people"]>;
  };
  dashboard_defaults: {
    id: Generated<string>;
    role_id: string | null;
    cards: Json<ColumnValues["dashboard_defaults.cards"]>;
    phone_order: Json<ColumnValues["dashboard_defaults.phone_order"]>;
    pinned_ids: Json<ColumnValues["dashboard_defaults.pinned_ids"]>;
    updated_by: string | null;
    updated_at: Generated<Date>;
  };
  dashboard_layouts: {
    person_id: string;
    cards: Json<ColumnValues["dashboard_layouts.cards"]>;
    phone_order: Json<ColumnValues["dashboard_layouts.phone_order"]>;
    version: number;
    updated_at: Generated<Date>;
  };
  departments: {
    id: Generated<string>;
    name: string;
    description: Generated<string>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    version: Generated<number>;
    slug: string;
    former_slugs: Generated<string[]>;
  };
  directories: {
    id: string;
    name: string;
    kind: ColumnValues["directories.kind"];
    state: Generated<ColumnValues["directories.state"]>;
    secret_hash: Buffer | null;
    secret_ending: string | null;
    secret_made_at: Date | null;
    settings: GeneratedJson<ColumnValues["directories.settings"]>;
    sealed: Buffer | null;
    key_id: string | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    last_at: Date | null;
    last_problem: string | null;
    leavers_confirmed_at: Date | null;
    leavers: number | null;
    running_since: Date | null;
    groups_heard_at: Date | null;
  };
  directory_events: {
    id: string;
    directory_id: string;
    at: Generated<Date>;
    kind: string;
    name: string;
    user_id: string | null;
    detail: Generated<string>;
  };
  directory_groups: {
    id: string;
    directory_id: string;
    external_id: string | null;
    name: string;
    gone_at: Date | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  directory_mappings: {
    id: Generated<string>;
    directory_id: string;
    group_id: string | null;
    department_value: string | null;
    role_id: string | null;
    department_id: string | null;
  };
  directory_members: {
    group_id: string;
    person_id: string | null;
    child_id: string | null;
  };
  directory_people: {
    id: string;
    directory_id: string;
    external_id: string | null;
    user_name: string;
    email: string;
    name: string;
    department: string | null;
    language: ColumnValues["directory_people.language"] | null;
    is_active: boolean;
    resource: Json<ColumnValues["directory_people.resource"]>;
    user_id: string | null;
    disabled_at: Date | null;
    problem: ColumnValues["directory_people.problem"] | null;
    is_due: Generated<boolean>;
    gone_at: Date | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    signed_in_as: string | null;
    groups_heard_at: Date | null;
    link_confirmed_at: Date | null;
  };
  document_clients: {
    epoch: string;
    client_id: number;
    user_id: string;
  };
  document_updates: {
    epoch: string;
    sequence: number;
    content: Buffer;
    created_at: Generated<Date>;
  };
  documents: {
    epoch: string;
    subject_kind: string;
    subject_id: string;
    schema_version: number;
    sequence: Generated<number>;
    snapshot: Buffer;
    snapshot_sequence: Generated<number>;
    size_bytes: number;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
    held_until: Date | null;
  };
  drafts: {
    user_id: string;
    content: string;
    updated_at: Generated<Date>;
    subject: string;
  };
  erasures: {
    id: string;
    person_id: string;
    keeps_texts: boolean;
    requested_by: string | null;
    state: Generated<ColumnValues["erasures.state"]>;
    failure: ColumnValues["erasures.failure"] | null;
    names: string[];
    mails: string[];
    steps_done: Generated<number>;
    steps_total: number;
    change_count: Generated<number>;
    tries: Generated<number>;
    requested_at: Generated<Date>;
    worked_at: Generated<Date>;
    finished_at: Date | null;
    sent_hash: Buffer;
    done_steps: Generated<string[]>;
  };
  event_answers: {
    event_id: string;
    occurrence: string;
    user_id: string;
    rsvp: ColumnValues["event_answers.rsvp"];
    note: Generated<string>;
    response_at: Date | null;
  };
  event_attendees: {
    event_id: string;
    user_id: string;
    rsvp: Generated<ColumnValues["event_attendees.rsvp"]>;
    note: Generated<string>;
    response_at: Date | null;
    added_by: string | null;
    via_kind: ColumnValues["event_attendees.via_kind"] | null;
    via_id: string | null;
    reminders: JsonOrNull<ColumnValues["event_attendees.reminders"]>;
    start_at: WholeColumns["event_attendees.start_at"];
    end_at: WholeColumns["event_attendees.end_at"];
  };
  event_calendars: {
    id: string;
    owner_id: string;
    name: string;
    colour: ColumnValues["event_calendars.colour"];
    created_at: Generated<Date>;
  };
  event_exceptions: {
    event_id: string;
    occurrence: string;
    kind: ColumnValues["event_exceptions.kind"];
    override: GeneratedJson<ColumnValues["event_exceptions.override"]>;
  };
  event_occurrences: {
    event_id: string;
    occurrence: string;
    starts: string;
    ends: string;
    starts_at: Date;
    ends_at: Date;
  };
  event_proposals: {
    id: string;
    event_id: string;
    user_id: string;
    occurrence: string | null;
    starts: string;
    ends: string;
    zone: string;
    note: Generated<string>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
  };
  event_reminder_leads: {
    minutes_before: number;
  };
  event_reminders_sent: {
    event_id: string;
    occurrence: string;
    user_id: string;
    minutes_before: number;
    method: ColumnValues["event_reminders_sent.method"];
    sent_at: Generated<Date>;
  };
  event_reminders_state: {
    id: Generated<boolean>;
    sent_until: Generated<Date>;
  };
  events: {
    id: string;
    organiser_id: string;
    calendar_id: string | null;
    department_id: string | null;
    title: string;
    description: WholeColumns["events.description"];
    location: WholeColumns["events.location"];
    link: WholeColumns["events.link"];
    kind: WholeColumns["events.kind"];
    visibility: WholeColumns["events.visibility"];
    shows_as: WholeColumns["events.shows_as"];
    guests_see_guests: WholeColumns["events.guests_see_guests"];
    all_day: boolean;
    starts: string;
    ends: string;
    zone: string;
    rule: string | null;
    added: Generated<string[]>;
    removed: Generated<string[]>;
    start_at: WholeColumns["events.start_at"];
    end_at: WholeColumns["events.end_at"];
    known_until: Date | null;
    zones_version: Generated<string>;
    task_id: string | null;
    ics_uid: string | null;
    sequence: Generated<number>;
    version: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
    searchable: GeneratedAlways<string | null>;
    lexemes: GeneratedAlways<string | null>;
    undone_versions: Generated<number[]>;
    longest: WholeColumns["events.longest"];
  };
  feeds: {
    id: string;
    name: string;
    secret_hash: Buffer;
    ending: string;
    is_endless: boolean;
    version: Generated<number>;
    used_at: Date | null;
    used_address: string | null;
    etag: string | null;
    changed_at: Date | null;
  };
  file_texts: {
    file_id: string;
    state: Generated<ColumnValues["file_texts.state"]>;
    tries: Generated<number>;
    due_at: Generated<Date>;
    text: Generated<string>;
  };
  files: {
    id: string;
    owner_id: string;
    position: Generated<number>;
    bucket: string;
    key: string;
    filename: string;
    original_name: string;
    mime_type: string;
    size_bytes: number;
    width: number | null;
    height: number | null;
    preview: ColumnValues["files.preview"] | null;
    has_thumbnail: Generated<boolean>;
    created_at: Generated<Date>;
    subject_kind: string;
    subject_id: string | null;
    discarded_at: Date | null;
    sha256: string | null;
    held_at: Date | null;
  };
  files_folder: {
    one: Generated<boolean>;
    mark: Generated<string>;
    marked_at: Date | null;
    moving_to: string | null;
  };
  followers: {
    subject_kind: string;
    subject_id: string;
    person_id: string;
    root_id: string;
    is_following: boolean;
    reason: ColumnValues["followers.reason"];
    created_at: Generated<Date>;
  };
  forgotten_files: {
    bucket: string;
    key: string;
    forgotten_at: Generated<Date>;
  };
  git_connections: {
    id: string;
    department_id: string;
    owner_id: string;
    session_id: string | null;
    name: string;
    provider: ColumnValues["git_connections.provider"];
    moves_opened: Generated<boolean>;
    moves_merged: Generated<boolean>;
    is_on: Generated<boolean>;
    stop_reason: ColumnValues["git_connections.stop_reason"] | null;
    sealed: Buffer;
    key_id: string;
    sent_hash: Buffer;
    version: Generated<number>;
    created_at: Generated<Date>;
  };
  git_deliveries: {
    id: Generated<string>;
    number: GeneratedAlways<number>;
    connection_id: string;
    at: Generated<Date>;
    identity: Buffer;
    event: Generated<string>;
    changes: JsonOrNull<ColumnValues["git_deliveries.changes"]>;
    outcome: Generated<ColumnValues["git_deliveries.outcome"]>;
    detail: Generated<string>;
  };
  git_links: {
    id: Generated<string>;
    connection_id: string;
    task_id: string | null;
    card_id: string | null;
    subject_id: GeneratedAlways<string>;
    kind: ColumnValues["git_links.kind"];
    external_id: string;
    repository: string;
    number: string;
    title: string;
    state: ColumnValues["git_links.state"] | null;
    author: string | null;
    url: string | null;
    at: Date;
    delivery: number;
    first_delivery: number;
    opened_change: string | null;
    merged_change: string | null;
    hidden: ColumnValues["git_links.hidden"] | null;
    head: string | null;
    is_named: Generated<boolean>;
    was_unmerged: Generated<boolean>;
    due_move: ColumnValues["git_links.due_move"] | null;
    due_at: Date | null;
  };
  guest_access: {
    subject_kind: string;
    subject_id: string;
    guest_id: string;
    may_comment: boolean;
    invited_by: string | null;
    created_at: Generated<Date>;
  };
  held_messages: {
    id: GeneratedAlways<number>;
    message_id: string;
    channel_id: string;
    author_id: string;
    parent_id: string | null;
    created_at: Date;
    content: string;
    details: Json<ColumnValues["held_messages.details"]>;
    cause: string;
    kept_at: Generated<Date>;
    people: Generated<string[]>;
  };
  idea_entries: {
    id: Generated<string>;
    idea_id: string;
    kind: ColumnValues["idea_entries.kind"];
    actor_id: string | null;
    facts: WholeColumns["idea_entries.facts"];
    at: Generated<Date>;
  };
  idea_scores: {
    idea_id: string;
    user_id: string;
    impact: number;
    effort_weeks: number;
    scored_at: Generated<Date>;
  };
  idea_tasks: {
    idea_id: string;
    number: number;
    task_id: string;
  };
  ideas: {
    id: string;
    title: string;
    content: Generated<string>;
    status: Generated<ColumnValues["ideas.status"]>;
    status_at: Generated<Date>;
    target_on: DayOrNull;
    author_id: string | null;
    owner_id: string | null;
    department_id: string | null;
    audience_ids: Generated<string[]>;
    tags: Generated<string[]>;
    vote_count: Generated<number>;
    vote_version: Generated<number>;
    hidden_at: Date | null;
    locked_at: Date | null;
    merged_into_id: string | null;
    comment_count: Generated<number>;
    impact: number | null;
    effort_weeks: number | null;
    score_count: Generated<number>;
    reply: string | null;
    reply_at: Date | null;
    reply_by: string | null;
    task_count: Generated<number>;
    source_message_id: string | null;
    text_version: Generated<number>;
    version: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    trend: Generated<number>;
  };
  import_items: {
    source: string;
    key: string;
    import_id: string;
    kind: string;
    place_key: string | null;
    target_id: string;
    fingerprint: string | null;
  };
  import_lines: {
    import_id: string;
    phase: ColumnValues["import_lines.phase"];
    place_key: Generated<string>;
    kind: string;
    detail: Generated<string>;
    count: Generated<number>;
    id: GeneratedAlways<number>;
  };
  import_part_files: {
    key: string;
    stored_at: Generated<Date>;
  };
  import_parts: {
    import_id: string;
    start: number;
    size_bytes: number;
    key: string;
  };
  import_people: {
    import_id: string;
    key: string;
    name: string;
    email: Generated<string>;
    is_bot: Generated<boolean>;
    record_count: Generated<number>;
    matched_by: Generated<ColumnValues["import_people.matched_by"]>;
    person_id: string | null;
  };
  import_places: {
    import_id: string;
    key: string;
    position: number;
    kind: ColumnValues["import_places.kind"];
    name: string;
    topic: Generated<string>;
    description: Generated<string>;
    is_archived: Generated<boolean>;
    creator_key: string | null;
    created_at: Date | null;
    member_keys: Generated<string[]>;
    record_count: Generated<number>;
    outcome: Generated<ColumnValues["import_places.outcome"]>;
    new_name: string;
    merge_id: string | null;
    counts: GeneratedJson<ColumnValues["import_places.counts"]>;
    numbered_from: number | null;
    parent_key: string | null;
    status: ColumnValues["import_places.status"] | null;
    department_id: string | null;
    is_open: Generated<boolean>;
    article_id: string | null;
  };
  import_units: {
    import_id: string;
    position: number;
    place_keys: string[];
    paths: string[];
  };
  imports: {
    id: string;
    source: ColumnValues["imports.source"];
    name: string;
    size_bytes: number;
    received_bytes: Generated<number>;
    state: Generated<ColumnValues["imports.state"]>;
    paused_from: ColumnValues["imports.paused_from"] | null;
    created_by: string;
    run_by: string | null;
    created_at: Generated<Date>;
    started_at: Date | null;
    finished_at: Date | null;
    worked_at: Generated<Date>;
    step: Generated<number>;
    failures: Generated<number>;
    next_unit: Generated<number>;
    next_record: Generated<number>;
    unit_count: Generated<number>;
    found: GeneratedJson<ColumnValues["imports.found"]>;
    tried: JsonOrNull<ColumnValues["imports.tried"]>;
    made: GeneratedJson<ColumnValues["imports.made"]>;
    failure: string | null;
    file_discarded_at: Date | null;
    sent_hash: Buffer;
    stored_bytes: Generated<number>;
  };
  incident_alerts: {
    incident_id: string;
    card_id: string;
  };
  incident_entries: {
    id: string;
    incident_id: string;
    kind: string;
    at: Generated<Date>;
    person_id: string | null;
    before: string | null;
    after: string | null;
    text: Generated<string>;
    sent_hash: Buffer | null;
  };
  incident_follow_ups: {
    id: string;
    incident_id: string;
    place: number;
    text: string;
    task_id: string | null;
    made_at: Date | null;
    is_removed: Generated<boolean>;
  };
  incident_reports: {
    incident_id: string;
    summary: string;
    impact: string;
    cause: string;
    next: string;
    version: Generated<number>;
  };
  incidents: {
    id: string;
    type_id: string;
    number: number;
    title: string;
    severity: string | null;
    services: string[];
    effect: string;
    state: string;
    commander_id: string | null;
    operations_id: string | null;
    communications_id: string | null;
    opened_by: string | null;
    opened_at: Generated<Date>;
    resolved_at: Date | null;
    sent_hash: Buffer;
  };
  invitation_links: {
    token_hash: Buffer;
    invitation_id: string;
    created_at: Generated<Date>;
  };
  invitations: {
    id: Generated<string>;
    email: string;
    name: Generated<string>;
    role_ids: Generated<string[]>;
    department_ids: Generated<string[]>;
    channel_ids: Generated<string[]>;
    invited_by: string;
    created_at: Generated<Date>;
    expires_at: Date;
    mail_id: string | null;
    is_mailed: Generated<boolean>;
    refusal: string | null;
    accepted_at: Date | null;
    accepted_by: string | null;
    withdrawn_at: Date | null;
    guest_until: Date | null;
  };
  legal_hold_acts: {
    id: GeneratedAlways<number>;
    hold_id: string;
    at: Generated<Date>;
    actor_id: string;
    actor_name: string;
    action: ColumnValues["legal_hold_acts.action"];
    before: WholeColumns["legal_hold_acts.before"];
    after: WholeColumns["legal_hold_acts.after"];
    address: string;
  };
  legal_holds: {
    id: string;
    name: string;
    reason: string;
    person_ids: Generated<string[]>;
    channel_ids: Generated<string[]>;
    from_at: Date | null;
    until_at: Date | null;
    version: Generated<number>;
    created_by: string;
    created_at: Generated<Date>;
    ended_at: Date | null;
    sent_hash: Buffer;
  };
  log_choice: {
    id: Generated<string>;
    level: string | null;
    ends_at: Date | null;
  };
  mail_addresses: {
    id: Generated<string>;
    channel_id: string | null;
    department_id: string | null;
    made_at: Generated<Date>;
  };
  mail_link_key: {
    is_only: Generated<boolean>;
    secret: Generated<Buffer>;
  };
  mail_preferences: {
    user_id: string;
    digest: Generated<ColumnValues["mail_preferences.digest"]>;
    digest_hour: Generated<number>;
    digest_weekday: Generated<number>;
    announcements: Generated<boolean>;
    shows_texts: Generated<boolean>;
    digested_on: DayOrNull;
    digest_due_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  mail_refusals: {
    user_id: string;
    address: string;
    detail: string;
    refused_at: Generated<Date>;
    is_by_reports: Generated<boolean>;
  };
  mails: {
    id: Generated<string>;
    kind: string;
    user_id: string | null;
    address: string;
    subject_id: string | null;
    facts: GeneratedJson<ColumnValues["mails.facts"]>;
    key: string | null;
    created_at: Generated<Date>;
    state: Generated<ColumnValues["mails.state"]>;
    priority: Generated<number>;
    due_at: Generated<Date>;
    taken_until: Date | null;
    tries: Generated<number>;
    trying_since: Generated<Date>;
    settled_at: Date | null;
    failure: string | null;
    is_hard_bounce: Generated<boolean>;
  };
  maintenance: {
    id: Generated<string>;
    text: string | null;
    starts_at: Date | null;
    ends_at: Date | null;
    is_read_only: Generated<boolean>;
    version: Generated<number>;
  };
  mcp_rules: {
    is_only: Generated<boolean>;
    may_register: Generated<boolean>;
    blocked_tools: Generated<string[]>;
  };
  message_mentions: {
    message_id: string;
    user_id: string;
    channel_id: string;
    seq: number;
    is_reply: boolean;
    created_at: Date;
    waits: Generated<boolean>;
  };
  message_reactions: {
    message_id: string;
    emoji: string;
    user_id: string;
    created_at: Generated<Date>;
  };
  message_search: {
    message_id: string;
    channel_id: string;
    author_id: string;
    created_at: Date;
    folded: string;
    lexemes: string;
  };
  messages: {
    id: string;
    channel_id: string;
    seq: number;
    changed_seq: number;
    author_id: string;
    content: string;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    edited_at: Date | null;
    deleted_at: Date | null;
    parent_id: string | null;
    reply_count: Generated<number>;
    last_reply_at: Date | null;
    last_reply_seq: Generated<number>;
    mentions_all: ColumnValues["messages.mentions_all"] | null;
    pinned_at: Date | null;
    pinned_by: string | null;
    reactions: GeneratedJson<ColumnValues["messages.reactions"]>;
    mentions: WholeColumns["messages.mentions"];
    replier_ids: Generated<string[]>;
    has_link: Generated<boolean>;
    has_attachment: Generated<boolean>;
    here_ids: string[] | null;
    poll: JsonOrNull<ColumnValues["messages.poll"]>;
    buttons: JsonOrNull<ColumnValues["messages.buttons"]>;
  };
  migrations: {
    number: number;
    name: string;
    applied_at: Generated<Date>;
  };
  missed_searches: {
    words: string;
    week: Day;
    searcher: Buffer;
  };
  nodes: {
    id: string;
    alive_until: Date;
    report: JsonOrNull<ColumnValues["nodes.report"]>;
    reported_at: Date | null;
  };
  notification_settings: {
    user_id: string;
    settings: Json<ColumnValues["notification_settings.settings"]>;
    updated_at: Generated<Date>;
  };
  notifications: {
    id: Generated<string>;
    user_id: string;
    kind: string;
    tab: string;
    subject_id: string;
    reason: string;
    place_id: string | null;
    first_seq: number | null;
    last_seq: number | null;
    count: Generated<number>;
    actor_ids: Generated<string[]>;
    facts: WholeColumns["notifications.facts"];
    is_on_top: Generated<boolean>;
    at: Date;
    read_at: Date | null;
    done_at: Date | null;
    snoozed_until: Date | null;
  };
  oauth_clients: {
    id: string;
    name: string;
    redirect_addresses: string[];
    created_at: Generated<Date>;
    connected_at: Date | null;
    blocked_at: Date | null;
  };
  oauth_codes: {
    code_hash: Buffer;
    connection_id: string;
    redirect_address: string;
    challenge: string;
    expires_at: Date;
    used_at: Date | null;
  };
  oauth_tokens: {
    token_hash: Buffer;
    connection_id: string;
    kind: string;
    expires_at: Date;
    used_at: Date | null;
    replaces: Buffer | null;
  };
  object_changes: {
    id: GeneratedAlways<number>;
    change_id: string;
    subject_id: string;
    actor_id: string | null;
    at: Generated<Date>;
    field: string;
    before: JsonOrNull<ColumnValues["object_changes.before"]>;
    after: JsonOrNull<ColumnValues["object_changes.after"]>;
    undone_at: Date | null;
    subject_kind: string;
    sent_hash: Buffer | null;
  };
  oldest_version: {
    one: Generated<boolean>;
    version: string;
  };
  on_call_duty: {
    department_id: string;
    person_id: string | null;
    next_at: Date | null;
    at: Date;
  };
  on_call_escalations: {
    department_id: string;
    severity: string | null;
    repeats: number;
    version: Generated<number>;
  };
  on_call_members: {
    department_id: string;
    place: number;
    person_id: string;
  };
  on_call_overrides: {
    id: string;
    department_id: string;
    person_id: string;
    starts_at: Date;
    ends_at: Date;
    created_by: string | null;
    created_at: Generated<Date>;
    sent_hash: Buffer;
  };
  on_call_pages: {
    card_id: string;
    department_id: string;
    entry_id: string;
    service: string | null;
    fired_at: Date;
    step: Generated<number>;
    round: Generated<number>;
    due_at: Date | null;
  };
  on_call_rotas: {
    department_id: string;
    length_days: number;
    weekday: number;
    hand_over: string;
    zone: string;
    starts_on: Day;
    anchor_on: Day;
    first_place: Generated<number>;
    version: Generated<number>;
    turn_from: Date | null;
  };
  on_call_steps: {
    department_id: string;
    place: number;
    who: ColumnValues["on_call_steps.who"];
    person_id: string | null;
    after_minutes: number;
  };
  onboarding_items: {
    id: string;
    onboarding_id: string;
    position: number;
    kind: ColumnValues["onboarding_items.kind"];
    title: string;
    note: string;
    day: number;
    due_on: Day;
    is_moved: Generated<boolean>;
    at_time: string | null;
    minutes: number;
    doer: ColumnValues["onboarding_items.doer"];
    article_id: string | null;
    person_id: string | null;
    meets: ColumnValues["onboarding_items.meets"] | null;
    task_id: string | null;
    event_id: string | null;
    made_at: Date | null;
    told_at: Date | null;
    done_at: Date | null;
    done_by: string | null;
  };
  onboarding_paths: {
    id: string;
    name: string;
    summary: Generated<string>;
    department_ids: Generated<string[]>;
    role_ids: Generated<string[]>;
    owner_id: string;
    created_by: string;
    state: Generated<ColumnValues["onboarding_paths.state"]>;
    stages: GeneratedJson<ColumnValues["onboarding_paths.stages"]>;
    items: GeneratedJson<ColumnValues["onboarding_paths.items"]>;
    version: Generated<number>;
    published_at: Date | null;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  onboarding_wanted: {
    person_id: string;
    thing_id: string;
    at: Generated<Date>;
  };
  onboardings: {
    id: string;
    path_id: string;
    person_id: string;
    manager_id: string | null;
    buddy_id: string | null;
    start_on: Day;
    stages: Json<ColumnValues["onboardings.stages"]>;
    started_by: string | null;
    stopped_at: Date | null;
    stop_reason: ColumnValues["onboardings.stop_reason"] | null;
    nudged_at: Date | null;
    revision: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
  };
  outgoing_deliveries: {
    id: Generated<string>;
    webhook_id: string;
    number: GeneratedAlways<number>;
    event: string;
    subject_id: string;
    at: Generated<Date>;
    state: Generated<string>;
    due_at: Generated<Date>;
    taken_until: Date | null;
    tries: Generated<number>;
    trying_since: Date | null;
    settled_at: Date | null;
    status: number | null;
    failure: string | null;
  };
  outgoing_webhook_secrets: {
    id: string;
    webhook_id: string;
    sealed: Buffer;
    key_id: string;
    ends_at: Date | null;
  };
  outgoing_webhooks: {
    id: string;
    owner_id: string;
    name: string;
    address: string;
    place_kind: string;
    place_id: string | null;
    events: string[];
    is_on: Generated<boolean>;
    stop_reason: string | null;
    version: Generated<number>;
    created_at: Generated<Date>;
  };
  passkey_challenges: {
    challenge: string;
    user_id: string | null;
    expires_at: Date;
  };
  passkey_site: {
    is_only: Generated<boolean>;
    site: string | null;
  };
  passkeys: {
    id: string;
    user_id: string;
    site: string;
    credential_id: string;
    public_key: Buffer;
    signature_count: number;
    transports: string[];
    is_synced: boolean;
    name: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  password_resets: {
    id: Generated<string>;
    user_id: string;
    email: string;
    mail_id: string;
    created_at: Generated<Date>;
    expires_at: Date;
    token_hash: Buffer;
  };
  permissions: {
    id: Generated<string>;
    name: string;
    resource: string;
    action: string;
  };
  person_exports: {
    id: string;
    person_id: string | null;
    requested_by: string;
    has_private: boolean;
    state: Generated<ColumnValues["person_exports.state"]>;
    failure: ColumnValues["person_exports.failure"] | null;
    tables_done: Generated<number>;
    tables_total: Generated<number>;
    row_count: Generated<number>;
    tries: Generated<number>;
    requested_at: Generated<Date>;
    worked_at: Generated<Date>;
    expires_at: Date | null;
    sent_hash: Buffer;
    file_count: Generated<number>;
    problem_count: Generated<number>;
    thing_kind: ColumnValues["person_exports.thing_kind"] | null;
    thing_id: string | null;
    thing_name: string | null;
    rows_total: Generated<number>;
    files_total: Generated<number>;
  };
  personal_token_rules: {
    is_only: Generated<boolean>;
    may_be_endless: Generated<boolean>;
  };
  personal_tokens: {
    id: string;
    name: string;
    token_hash: Buffer;
    ending: string;
    is_endless: boolean;
    used_at: Date | null;
    used_address: string | null;
  };
  poll_votes: {
    message_id: string;
    user_id: string;
    choices: number[];
    created_at: Generated<Date>;
  };
  profiles: {
    id: string;
    name: string;
    avatar_url: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    former_since: Date | null;
    name_key: GeneratedAlways<string>;
    folded_name: GeneratedAlways<string>;
    is_program: Generated<boolean>;
  };
  program_buttons: {
    id: string;
    command_id: string;
    channel_id: string;
    parent_id: string | null;
    user_id: string | null;
    text: string;
    actions: Json<ColumnValues["program_buttons.actions"]>;
    created_at: Generated<Date>;
  };
  program_connections: {
    id: string;
    client_id: string;
    name: string;
    redirect_host: string;
    used_at: Date | null;
    used_address: string | null;
  };
  push_acts: {
    id: string;
    act_hash: Buffer;
    at: Generated<Date>;
  };
  push_keys: {
    id: Generated<string>;
    public_key: Buffer;
    private_key: Buffer;
    created_at: Generated<Date>;
  };
  push_subscriptions: {
    session_id: string;
    user_id: string;
    key_id: string;
    endpoint: string;
    p256dh: Buffer;
    auth: Buffer;
    service: string;
    origin: string;
    is_mobile: boolean;
    created_at: Generated<Date>;
    checked_at: Generated<Date>;
  };
  pushes: {
    session_id: string;
    entry_id: string;
    user_id: string;
    told_at: Generated<Date>;
    turn: Generated<number>;
    due_at: Generated<Date>;
    is_held: Generated<boolean>;
    summed: string[] | null;
    tries: Generated<number>;
    first_tried_at: Date | null;
  };
  question_answers: {
    id: string;
    question_id: string;
    author_id: string;
    content: string;
    mentions: WholeColumns["question_answers.mentions"];
    sent_hash: Buffer;
    version: Generated<number>;
    created_at: Generated<Date>;
    edited_at: Date | null;
    deleted_at: Date | null;
  };
  question_asked: {
    question_id: string;
    person_id: string;
  };
  question_edits: {
    id: Generated<string>;
    question_id: string;
    answer_id: string | null;
    editor_id: string | null;
    title_before: string | null;
    content_before: string;
    created_at: Generated<Date>;
  };
  question_tags: {
    id: Generated<string>;
    name: string;
  };
  question_views: {
    question_id: string;
    person_id: string;
    seen_at: Generated<Date>;
  };
  questions: {
    id: string;
    title: string;
    content: WholeColumns["questions.content"];
    author_id: string | null;
    tag_ids: Generated<string[]>;
    department_id: string | null;
    is_private: WholeColumns["questions.is_private"];
    asked_id: string | null;
    mentions: WholeColumns["questions.mentions"];
    chosen_answer_id: string | null;
    chosen_at: Date | null;
    accepted_answer_id: string | null;
    answer_count: Generated<number>;
    view_count: Generated<number>;
    duplicate_of: string | null;
    faq_id: string | null;
    outdated_at: Date | null;
    confirmed_at: Date | null;
    text_version: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    active_at: Generated<Date>;
    edited_at: Date | null;
    asked_at: Date | null;
  };
  received_mails: {
    id: Generated<string>;
    received_at: Generated<Date>;
    sameness: Buffer;
    recipient: string | null;
    envelope_sender: string;
    content: Buffer | null;
    state: WholeColumns["received_mails.state"];
    aim: WholeColumns["received_mails.aim"];
    reason: WholeColumns["received_mails.reason"];
    sender: Generated<string>;
    user_id: string | null;
    due_at: Generated<Date>;
    tries: Generated<number>;
    settled_at: Date | null;
  };
  recent_searches: {
    user_id: string;
    address: string;
    searched_at: Generated<Date>;
    id: GeneratedAlways<number>;
  };
  recovery_codes: {
    user_id: string;
    code_hash: Buffer;
    used_at: Date | null;
  };
  refresh_tokens: {
    token_hash: Buffer;
    session_id: string;
    created_at: Generated<Date>;
    used_at: Date | null;
    successor_key: Buffer | null;
  };
  reminders: {
    id: string;
    owner_id: string;
    person_id: string | null;
    channel_id: string | null;
    place_id: string | null;
    text: string;
    due_at: Date;
    sent_at: Date | null;
    failure: string | null;
    sent_hash: Buffer;
    created_at: Generated<Date>;
  };
  retention_progress: {
    id: Generated<string>;
    began_at: Date | null;
    message_count: Generated<number>;
    file_count: Generated<number>;
  };
  retention_rules: {
    id: Generated<string>;
    scope: ColumnValues["retention_rules.scope"];
    department_id: string | null;
    channel_id: string | null;
    is_in_force: boolean;
    days: number | null;
    next: ColumnValues["retention_rules.next"] | null;
    next_days: number | null;
    next_at: Date | null;
    version: Generated<number>;
  };
  role_permissions: {
    role_id: string;
    permission_id: string;
  };
  roles: {
    id: Generated<string>;
    name: string;
    description: Generated<string>;
    department_id: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    version: Generated<number>;
    requires_second_factor: Generated<boolean>;
    requires_passkey: Generated<boolean>;
  };
  saml_keys: {
    id: string;
    directory_id: string;
    certificate: string;
    sealed: Buffer;
    key_id: string;
    created_at: Generated<Date>;
  };
  saml_trials: {
    id: string;
    directory_id: string;
    user_id: string;
    result: Json<ColumnValues["saml_trials.result"]>;
    created_at: Generated<Date>;
  };
  saved_messages: {
    user_id: string;
    message_id: string;
    saved_at: Generated<Date>;
  };
  saved_searches: {
    id: string;
    user_id: string;
    name: string;
    address: string;
    sent_hash: Buffer;
    created_at: Generated<Date>;
  };
  saved_views: {
    id: string;
    user_id: string;
    place: string;
    name: string;
    query: string;
    position: number;
    version: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
  };
  search_entries: {
    kind: string;
    id: string;
    at: Date;
    subject_kind: string | null;
    subject_id: string | null;
    title: string;
    folded: string;
    lexemes: string;
  };
  search_opened: {
    user_id: string;
    kind: string;
    thing_id: string;
    opened_at: Generated<Date>;
  };
  search_synonyms: {
    id: Generated<string>;
    only_one: Generated<boolean>;
    groups: WholeColumns["search_synonyms.groups"];
    version: Generated<number>;
  };
  search_words: {
    word: string;
    stems: GeneratedAlways<string[]>;
  };
  second_factors: {
    user_id: string;
    secret: string;
    created_at: Generated<Date>;
    confirmed_at: Date | null;
    last_used_step: Generated<number>;
  };
  sensitive_cards: {
    id: string;
    key: ColumnValues["sensitive_cards.key"];
    title: string;
    owner_id: string;
    created_by: string;
    needs_two: Generated<boolean>;
    sealed: Buffer;
    key_id: string;
    version: Generated<number>;
    sent_hash: Buffer;
    rotated_by: string;
    rotated_at: Generated<Date>;
    created_at: Generated<Date>;
    inherited_at: Date | null;
  };
  sensitive_looks: {
    id: string;
    card_id: string;
    kind: ColumnValues["sensitive_looks.kind"];
    person_id: string;
    reason: string;
    approved_by: string | null;
    at: Generated<Date>;
    hides_at: Date;
  };
  sensitive_requests: {
    id: string;
    card_id: string;
    person_id: string;
    reason: string;
    created_at: Generated<Date>;
    approved_by: string | null;
    expires_at: Date;
    used_at: Date | null;
  };
  sessions: {
    id: string;
    user_id: string;
    user_agent: Generated<string>;
    address: Generated<string>;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    expires_at: Date;
    ended_at: Date | null;
    end_reason: string | null;
    way: Generated<ColumnValues["sessions.way"]>;
    device_hash: Buffer | null;
    scopes: ColumnValues["sessions.scopes"] | null;
    made_by: ColumnValues["sessions.made_by"] | null;
    sign_on_issuer: string | null;
    sign_on_subject: string | null;
    sign_on_sid: string | null;
  };
  sign_in_failures: {
    key: Buffer;
    count: number;
    last_at: Date;
    held_until: Date;
  };
  signing_keys: {
    id: Generated<string>;
    secret: Buffer;
    created_at: Generated<Date>;
    retired_at: Date | null;
  };
  single_sign_on_codes: {
    code_hash: Buffer;
    user_id: string;
    expires_at: Date;
    issuer: string | null;
    subject: string | null;
    sid: string | null;
    issued_at: Date | null;
  };
  single_sign_on_identities: {
    issuer: string;
    subject: string;
    user_id: string;
    created_at: Generated<Date>;
  };
  single_sign_on_logouts: {
    id: string;
    issuer: string;
    subject: string | null;
    sid: string | null;
    made_at: Date;
    expires_at: Date;
  };
  single_sign_on_uses: {
    use_hash: Buffer;
    expires_at: Date;
  };
  sop_run_ticks: {
    run_id: string;
    step_id: string;
    done_by: string;
    done_at: Generated<Date>;
  };
  sop_runs: {
    id: string;
    article_id: string;
    version: number;
    name: string;
    note: Generated<string>;
    started_by: string;
    started_at: Generated<Date>;
    ended_by: string | null;
    ended_at: Date | null;
    revision: Generated<number>;
    sent_hash: Buffer;
  };
  status_services: {
    type_id: string;
    service: string;
  };
  task_cycle_days: {
    cycle_id: string;
    day: Day;
    scope: number;
    done: number;
    scope_minutes: number;
    done_minutes: number;
  };
  task_cycle_lists: {
    department_id: string;
    is_on: boolean;
    weeks: number;
    weekday: number;
    pause_weeks: number;
    moves_on: boolean;
    last_number: Generated<number>;
    set_by: string | null;
    version: Generated<number>;
  };
  task_cycle_outcomes: {
    cycle_id: string;
    task_id: string;
    title: string;
    status: string;
    state: string | null;
    is_planned: boolean;
    outcome: string;
    estimate_minutes: number | null;
  };
  task_cycle_spans: {
    cycle_id: string;
    task_id: string;
    added_at: Generated<Date>;
    left_at: Date | null;
    status: string | null;
    estimate_minutes: number | null;
    completed_at: Date | null;
  };
  task_cycles: {
    id: Generated<string>;
    department_id: string;
    name: string;
    goal: Generated<string>;
    starts_on: Day;
    ends_on: Day;
    ended_at: Date | null;
    moved_to: string | null;
    version: Generated<number>;
    moved_to_name: string | null;
  };
  task_dependencies: {
    blocked_id: string;
    blocker_id: string;
  };
  task_due_told: {
    task_id: string;
    user_id: string;
    kind: string;
    due_date: Day;
    at: Generated<Date>;
  };
  task_field_sets: {
    id: Generated<string>;
    department_id: string | null;
    fields: GeneratedJson<ColumnValues["task_field_sets.fields"]>;
    version: Generated<number>;
    programs: GeneratedJson<ColumnValues["task_field_sets.programs"]>;
    formula_names: Generated<string[]>;
    names_people: Generated<boolean>;
    formula_revision: Generated<number>;
    is_computing: Generated<boolean>;
  };
  task_links: {
    id: string;
    task_id: string;
    added_by: string;
    url: string;
    filename: string;
    created_at: Generated<Date>;
  };
  task_matrix_settings: {
    user_id: string;
    urgent_days: number;
  };
  task_option_renames: {
    field: string;
    renames: Json<ColumnValues["task_option_renames.renames"]>;
  };
  task_requirements: {
    id: string;
    task_id: string;
    name: string;
    kind: Generated<string>;
    url: Generated<string>;
    notes: Generated<string>;
    created_at: Generated<Date>;
  };
  task_state_lists: {
    id: Generated<string>;
    department_id: string | null;
    version: Generated<number>;
  };
  task_states: {
    id: string;
    list_id: string;
    status: string;
    name: string;
    tone: string;
    position: number;
    is_default: boolean;
    is_base: boolean;
    is_removed: Generated<boolean>;
    replaced_by: string | null;
  };
  task_status_spans: {
    task_id: string;
    status: ColumnValues["task_status_spans.status"];
    entered_at: Date;
    left_at: Date | null;
    id: GeneratedAlways<number>;
  };
  task_templates: {
    id: string;
    owner_id: string | null;
    department_id: string | null;
    name: string;
    content: Json<ColumnValues["task_templates.content"]>;
    version: Generated<number>;
    created_at: Generated<Date>;
  };
  task_time_entries: {
    id: string;
    task_id: string;
    user_id: string;
    day: Day;
    minutes: number;
    note: Generated<string>;
    created_at: Generated<Date>;
  };
  task_timers: {
    user_id: string;
    task_id: string;
    started_at: Generated<Date>;
  };
  task_told_together: {
    task_id: string;
    user_id: string;
    kind: string;
    id: string;
    at: Generated<Date>;
  };
  task_watchers: {
    task_id: string;
    user_id: string;
  };
  tasks: {
    id: string;
    title: string;
    description: Generated<string>;
    status: Generated<ColumnValues["tasks.status"]>;
    priority: Generated<ColumnValues["tasks.priority"]>;
    due_date: DayOrNull;
    created_by: string;
    assignee_id: string | null;
    department_id: string | null;
    source_message_id: string | null;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    rank: string;
    due_time: string | null;
    due_zone: string | null;
    tags: Generated<string[]>;
    parent_id: string | null;
    is_urgent: boolean | null;
    comment_count: Generated<number>;
    version: Generated<number>;
    description_version: Generated<number>;
    completed_at: Date | null;
    deleted_at: Date | null;
    folded: GeneratedAlways<string | null>;
    due_at: Date | null;
    recurrence: JsonOrNull<ColumnValues["tasks.recurrence"]>;
    series_id: string | null;
    occurrence: DayOrNull;
    recurs_on: DayOrNull;
    started_at: Date | null;
    fields: GeneratedJson<ColumnValues["tasks.fields"]>;
    estimate_minutes: number | null;
    tracked_minutes: Generated<number>;
    state_id: string | null;
    starts_on: DayOrNull;
    cycle_id: string | null;
    formula_revision: Generated<number>;
    formula_faults: GeneratedJson<ColumnValues["tasks.formula_faults"]>;
  };
  tellings: {
    id: Generated<string>;
    kind: string;
    subject_id: string;
    is_again: Generated<boolean>;
    actor_id: string | null;
    people: Generated<string[]>;
    rule: string | null;
    spared: Generated<string[]>;
    place_id: string | null;
    seq: number | null;
    facts: WholeColumns["tellings.facts"];
    at: Generated<Date>;
    told_up_to: string | null;
    tries: Generated<number>;
    due_at: Generated<Date>;
  };
  thread_followers: {
    message_id: string;
    user_id: string;
    is_following: Generated<boolean>;
    last_read_seq: Generated<number>;
    last_reply_seq: number;
    last_reply_at: Date | null;
  };
  unplaced_texts: {
    id: string;
    user_id: string;
    subject_kind: string;
    subject_id: string;
    text: string;
    created_at: Generated<Date>;
  };
  user_channel_stars: {
    user_id: string;
    channel_id: string;
    starred_at: Generated<Date>;
  };
  user_departments: {
    user_id: string;
    department_id: string;
  };
  user_roles: {
    id: Generated<string>;
    user_id: string;
    role_id: string;
    assigned_by: string | null;
    assigned_at: Generated<Date>;
  };
  vote_subjects: {
    kind: string;
    id: string;
    root_id: string;
    merged_into: string | null;
    vote_count: Generated<number>;
    follower_count: Generated<number>;
    milestone: Generated<number>;
    version: Generated<number>;
    locked_at: Date | null;
    hidden_at: Date | null;
    hidden_reason: string | null;
  };
  votes: {
    subject_kind: string;
    subject_id: string;
    person_id: string;
    root_id: string;
    created_at: Generated<Date>;
  };
  webhooks: {
    id: string;
    channel_id: string;
    owner_id: string;
    secret_hash: Buffer;
    is_on: Generated<boolean>;
    may_call_all: Generated<boolean>;
    created_at: Generated<Date>;
    renewed_at: Generated<Date>;
    last_at: Date | null;
    last_error: string | null;
  };
  words_to_forget: {
    word: string;
    queued_at: Generated<Date>;
    forgotten_at: Date | null;
  };
  working_hours: {
    user_id: string;
    hours: Json<ColumnValues["working_hours.hours"]>;
  };
}

export type Database = Kysely<Tables>;
