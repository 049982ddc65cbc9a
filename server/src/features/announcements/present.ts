import type {
  Announcement,
  ListedAnnouncement,
  OpenAnnouncement,
  ReadStatus,
} from "@atoll/contract/announcements/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { presentAttachment } from "../files/public.ts";
import { type People, presentAudience } from "../people/public.ts";
import type { AnnouncementRow, ListedRow, OpenRow } from "./queries.ts";

/** Returns announcements without what differs per reader. */
export async function presentAnnouncements(
  people: People,
  rows: readonly AnnouncementRow[],
): Promise<Announcement[]> {
  const known = await people.of(rows.map((row) => row.author_id));
  return rows.map((row) => presentAnnouncement(known, row));
}

/** Returns the same for one person, with what they have read. */
export async function presentListed(
  people: People,
  userId: string,
  rows: readonly ListedRow[],
): Promise<ListedAnnouncement[]> {
  const known = await people.of(rows.map((row) => row.author_id));
  return rows.map((row) => ({ ...presentAnnouncement(known, row), ...presentReading(userId, row) }));
}

/** Returns one announcement with its whole text. */
export async function presentOpen(
  people: People,
  userId: string,
  row: OpenRow & { isAddressed: boolean },
): Promise<OpenAnnouncement> {
  const known = await people.of([row.author_id]);
  return {
    ...presentAnnouncement(known, row),
    ...presentReading(userId, row),
    content: row.content,
    mentions: row.mentions,
    attachments: row.files?.map(presentAttachment) ?? [],
    isAddressed: row.isAddressed,
  };
}

function presentReading(userId: string, { read, edition }: ListedRow) {
  return {
    isRead: read?.edition === edition,
    readStatus: read && presentReadStatus(userId, read),
  };
}

export function presentReadStatus(
  userId: string,
  read: { edition: number; read_at: Date | string; confirmed_at: Date | string | null },
): ReadStatus {
  return {
    userId,
    edition: read.edition,
    readAt: new Date(read.read_at).toISOString(),
    confirmedAt: read.confirmed_at === null ? null : new Date(read.confirmed_at).toISOString(),
  };
}

function presentAnnouncement(known: ReadonlyMap<string, Person>, row: AnnouncementRow): Announcement {
  const author = known.get(row.author_id);
  if (!author) throw new Error(`nobody is known who wrote the announcement ${row.id}`);
  return {
    id: row.id,
    title: row.title,
    note: row.note,
    status: row.status,
    priority: row.priority,
    author,
    ...presentAudience(row),
    scheduledFor: row.scheduled_for?.toISOString() ?? null,
    publishedAt: row.published_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    mustRead: row.must_read,
    dueAt: row.due_at?.toISOString() ?? null,
    allowsComments: row.allows_comments,
    byMail: row.by_mail,
    commentCount: row.comment_count,
    attachmentCount: row.file_count,
    edition: row.edition,
    editionAt: row.edition_at?.toISOString() ?? null,
    textVersion: row.text_version,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
