import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import { createRandom } from "../random.ts";
import type { DemoCompany } from "../types.ts";
import { type WrittenAnnouncement, writtenAnnouncements } from "./written.ts";

const hourMs = 3_600_000;

/** Writes the announcements, and who has read and confirmed them. People, roles and departments have to be there. */
export async function seedAnnouncements(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  await sql`INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p
    WHERE r.name = 'editor' AND p.name = 'announcements:create' ON CONFLICT DO NOTHING`.execute(tx);
  const rows = writtenAnnouncements.map((one) => rowOf(company, one, now));
  await sql`INSERT INTO announcements (id, title, content, status, priority, author_id, department_ids, role_ids,
      scheduled_for, scheduled_by, published_at, expires_at, is_expiry_told, must_read, due_at, allows_comments,
      created_at, updated_at, sent_hash)
    SELECT a.id, a.title, a.content, a.status, a.priority, a.author_id,
      ARRAY(SELECT d.id FROM departments d WHERE d.name IN (SELECT jsonb_array_elements_text(a.departments))),
      ARRAY(SELECT r.id FROM roles r WHERE r.name IN (SELECT jsonb_array_elements_text(a.roles))),
      a.scheduled_for, a.scheduled_by, a.published_at, a.expires_at, coalesce(a.expires_at <= ${now}, false),
      a.must_read, a.due_at, a.allows_comments, a.created_at, coalesce(a.published_at, a.created_at), '\\x00'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a (id uuid, title text, content text, status text,
      priority text, author_id uuid, departments jsonb, roles jsonb, scheduled_for timestamptz, scheduled_by uuid,
      published_at timestamptz, expires_at timestamptz, must_read boolean, due_at timestamptz,
      allows_comments boolean, created_at timestamptz)`.execute(tx);
  const reads = rows.flatMap((row) => readsOf(company, row, now));
  await sql`INSERT INTO announcement_reads (announcement_id, user_id, edition, read_at, confirmed_at)
    SELECT r.announcement_id, r.user_id, 1, r.read_at, r.confirmed_at
    FROM jsonb_to_recordset(${JSON.stringify(reads)}::jsonb)
      AS r (announcement_id uuid, user_id uuid, read_at timestamptz, confirmed_at timestamptz)`.execute(tx);
}

function rowOf({ people, departments }: DemoCompany, one: WrittenAnnouncement, now: Date) {
  const at = (hours: number) => new Date(now.getTime() + hours * hourMs);
  const author = people.find(({ key }) => key === one.author);
  if (!author) throw new Error(`nobody called ${one.author} wrote the announcement ${one.key}`);
  const publishedAt = one.publishedAgo === undefined ? null : at(-one.publishedAgo);
  const createdAt = publishedAt ? new Date(publishedAt.getTime() - hourMs) : at(-30);
  return {
    id: demoId(createdAt, `announcement ${one.key}`),
    title: one.title,
    content: one.content,
    status: publishedAt === null ? "DRAFT" : one.isArchived ? "ARCHIVED" : "PUBLISHED",
    priority: one.priority ?? "MEDIUM",
    author_id: author.id,
    departments: departments.filter(({ key }) => one.departments?.includes(key)).map(({ name }) => name),
    roles: one.roles ?? [],
    scheduled_for: one.scheduledIn === undefined ? null : at(one.scheduledIn),
    scheduled_by: one.scheduledIn === undefined ? null : author.id,
    published_at: publishedAt,
    expires_at: one.expiresIn === undefined ? null : at(one.expiresIn),
    must_read: one.dueIn !== undefined,
    due_at: one.dueIn === undefined ? null : at(one.dueIn),
    allows_comments: one.allowsComments ?? false,
    created_at: createdAt,
    written: one,
  };
}

/** A part of those it is for, each some time after it went out. */
function readsOf(company: DemoCompany, row: ReturnType<typeof rowOf>, now: Date) {
  const { written, published_at: publishedAt, id } = row;
  if (publishedAt === null) return [];
  const random = createRandom(`readers of ${written.key}`, 7);
  const isOneOf = (own: string[], chosen: string[] | undefined) =>
    !chosen || own.some((key) => chosen.includes(key));
  const reached = company.people.filter(
    ({ departments, roles }) =>
      isOneOf(departments, written.departments) &&
      isOneOf(roles, written.roles) &&
      roles.some((role) => role !== "pending"),
  );
  const spanMs = Math.min(now.getTime() - publishedAt.getTime(), 48 * hourMs);
  return reached.flatMap((person) => {
    const isAuthor = person.id === row.author_id;
    if (!isAuthor && !random.chance(written.readBy)) return [];
    const readMs = publishedAt.getTime() + (isAuthor ? 0 : (spanMs * random.between(5, 90)) / 100);
    const confirms = written.confirmedBy !== undefined && random.chance(written.confirmedBy);
    return [
      {
        announcement_id: id,
        user_id: person.id,
        read_at: new Date(readMs),
        confirmed_at: confirms ? new Date(readMs + 60_000) : null,
      },
    ];
  });
}
