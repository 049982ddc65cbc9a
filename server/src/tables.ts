import type { Kysely } from "kysely";
import type { AnnouncementTables } from "./features/announcements/tables.ts";
import type { AuditTables } from "./features/audit/tables.ts";
import type { CalendarTables } from "./features/calendar/tables.ts";
import type { ChatTables } from "./features/chat/tables.ts";
import type { CommentTables } from "./features/comments/tables.ts";
import type { DashboardTables } from "./features/dashboard/tables.ts";
import type { DraftTables } from "./features/drafts/tables.ts";
import type { FileTables } from "./features/files/tables.ts";
import type { IdentityTables } from "./features/identity/tables.ts";
import type { NotificationTables } from "./features/notifications/tables.ts";
import type { PeopleTables } from "./features/people/tables.ts";
import type { SearchTables } from "./features/search/tables.ts";
import type { TaskTables } from "./features/tasks/tables.ts";
import type { WorkspaceTables } from "./features/workspace/tables.ts";

/** Every table, by slice. */
export interface Tables
  extends IdentityTables,
    PeopleTables,
    ChatTables,
    DraftTables,
    DashboardTables,
    FileTables,
    TaskTables,
    AnnouncementTables,
    CalendarTables,
    CommentTables,
    AuditTables,
    NotificationTables,
    SearchTables,
    WorkspaceTables {}

export type Database = Kysely<Tables>;
