import type { Kysely } from "kysely";
import type { AnnouncementTables } from "./features/announcements/tables.ts";
import type { AskAiTables } from "./features/ask-ai/tables.ts";
import type { AuditTables } from "./features/audit/tables.ts";
import type { BrainstormTables } from "./features/brainstorm/tables.ts";
import type { CalendarTables } from "./features/calendar/tables.ts";
import type { CardTables } from "./features/cards/tables.ts";
import type { ChatTables } from "./features/chat/tables.ts";
import type { CommentTables } from "./features/comments/tables.ts";
import type { DashboardTables } from "./features/dashboard/tables.ts";
import type { DocumentTables } from "./features/documents/tables.ts";
import type { DraftTables } from "./features/drafts/tables.ts";
import type { FileTables } from "./features/files/tables.ts";
import type { IdeaTables } from "./features/ideas/tables.ts";
import type { IdentityTables } from "./features/identity/tables.ts";
import type { KnowledgeTables } from "./features/knowledge/tables.ts";
import type { NotificationTables } from "./features/notifications/tables.ts";
import type { OnboardingTables } from "./features/onboarding/tables.ts";
import type { PeopleTables } from "./features/people/tables.ts";
import type { QuestionTables } from "./features/questions/tables.ts";
import type { SavedViewTables } from "./features/saved-views/tables.ts";
import type { SearchTables } from "./features/search/tables.ts";
import type { SensitiveDataTables } from "./features/sensitive-data/tables.ts";
import type { TaskTables } from "./features/tasks/tables.ts";
import type { VoteTables } from "./features/votes/tables.ts";
import type { WorkspaceTables } from "./features/workspace/tables.ts";
import type { ChangeTables } from "./platform/changes/tables.ts";

/** Every table, by slice. */
export interface Tables
  extends IdentityTables,
    PeopleTables,
    ChatTables,
    DraftTables,
    DocumentTables,
    DashboardTables,
    FileTables,
    TaskTables,
    AnnouncementTables,
    CalendarTables,
    IdeaTables,
    CommentTables,
    AuditTables,
    NotificationTables,
    SavedViewTables,
    SearchTables,
    SensitiveDataTables,
    QuestionTables,
    CardTables,
    BrainstormTables,
    VoteTables,
    AskAiTables,
    ChangeTables,
    KnowledgeTables,
    OnboardingTables,
    WorkspaceTables {}

export type Database = Kysely<Tables>;
