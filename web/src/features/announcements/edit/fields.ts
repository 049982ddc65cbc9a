import type { AnnouncementPriority } from "@atoll/contract/announcements/limits";
import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { parseJson } from "../../../lib/shape.ts";
import { instantOfText, wallText } from "../../../lib/time/wall-time.ts";

/** Everything of an announcement that is edited, as the form holds it. Times as the browser's fields write them. */
export interface Fields {
  title: string;
  content: string;
  priority: AnnouncementPriority;
  departmentIds: string[];
  roleIds: string[];
  expiresAt: string;
  mustRead: boolean;
  dueAt: string;
  allowsComments: boolean;
  byMail: boolean;
  /** Those of its files that stay. */
  fileIds: string[];
}

/** An announcement of which nothing is written yet, as the server makes a draft: section 9 (default priority). */
export function blankAnnouncement(id: string, author: Omit<Person, "isFormer">): OpenAnnouncement {
  const now = new Date().toISOString();
  return {
    id,
    title: "",
    note: "",
    content: "",
    status: "DRAFT",
    priority: "MEDIUM",
    author: { id: author.id, name: author.name, email: author.email, avatar: author.avatar, isFormer: false },
    departments: [],
    roles: [],
    scheduledFor: null,
    publishedAt: null,
    expiresAt: null,
    mustRead: false,
    dueAt: null,
    allowsComments: false,
    byMail: false,
    commentCount: 0,
    attachmentCount: 0,
    attachments: [],
    mentions: [],
    edition: 1,
    editionAt: null,
    textVersion: 1,
    version: 1,
    createdAt: now,
    updatedAt: now,
    isRead: true,
    readStatus: null,
    isAddressed: false,
  };
}

export function fieldsOf(announcement: OpenAnnouncement): Fields {
  return {
    title: announcement.title,
    content: announcement.content,
    priority: announcement.priority,
    departmentIds: announcement.departments.map(({ id }) => id),
    roleIds: announcement.roles.map(({ id }) => id),
    expiresAt: toLocal(announcement.expiresAt),
    mustRead: announcement.mustRead,
    dueAt: toLocal(announcement.dueAt),
    allowsComments: announcement.allowsComments,
    byMail: announcement.byMail,
    fileIds: announcement.attachments.map(({ id }) => id),
  };
}

/** An unsaved draft: the fields, the version that they change, and the time to publish it where one was chosen. */
export interface AnnouncementDraft {
  base: number;
  fields: Fields;
  at?: string | undefined;
}

/** Returns the text of a draft. Fields that it leaves out are as they are saved. */
export const writeDraft = (draft: Omit<AnnouncementDraft, "fields"> & { fields: Partial<Fields> }): string =>
  JSON.stringify(draft);

/** The place in which the draft of an announcement is kept. */
export const draftPlace = (announcementId: string): string => `announcement/${announcementId}`;

/** Returns the draft of an announcement that is nowhere but here yet, with these texts. */
export const writeNewDraft = (texts: Pick<Fields, "title" | "content">): string =>
  JSON.stringify({ base: 1, fields: texts });

/** Returns undefined for an invalid draft, also for one of an earlier version of Atoll. */
export function readDraft(text: string, whole: Fields): AnnouncementDraft | undefined {
  const parsed = parseJson(text);
  if (typeof parsed !== "object" || parsed === null || !("base" in parsed) || !("fields" in parsed))
    return undefined;
  const { base, fields } = parsed;
  if (typeof base !== "number" || typeof fields !== "object" || fields === null) return undefined;
  const known = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => Object.hasOwn(whole, name) && typeof value === typeof whole[name as keyof Fields],
    ),
  );
  const at = "at" in parsed && typeof parsed.at === "string" ? parsed.at : undefined;
  return { base, fields: { ...whole, ...known }, at };
}

export const isSame = (one: Fields, other: Fields): boolean =>
  JSON.stringify({ ...one, departmentIds: one.departmentIds.toSorted(), roleIds: one.roleIds.toSorted() }) ===
  JSON.stringify({
    ...other,
    departmentIds: other.departmentIds.toSorted(),
    roleIds: other.roleIds.toSorted(),
  });

/** An instant as a field of date and time has it, where the person is; empty for none. */
export const toLocal = (instant: string | null): string => (instant === null ? "" : wallText(instant));

export function fromLocal(text: string): string | null {
  const at = instantOfText(text);
  return text === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
