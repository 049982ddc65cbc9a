import { sql } from "kysely";
import { isCurrent, isReachedBy } from "../src/features/announcements/audience.ts";
import { hasConfirmed, hasRead } from "../src/features/announcements/queries.ts";
import type { Database } from "../src/tables.ts";

/**
 * Fills everybody's inbox with what they would have been told of all that is in the demo company: what they have seen
 * where it is is read, and of what lies long back all. To be called once chats, tasks and comments are there.
 */
export async function seedInbox(tx: Database, now: Date): Promise<void> {
  await insertMentions(tx, now);
  await insertTalk(tx, now);
  await insertTasks(tx, now);
  await insertComments(tx);
  await insertAnnouncements(tx);
  await insertChannels(tx, now);
  await insertOfAccounts(tx, now);
  // Each person has snoozed one of their older entries and completed every fifth. What asks them to confirm waits until
  // they have confirmed it.
  await sql`WITH aged AS (
      SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY at DESC) AS number
      FROM notifications
      WHERE at < ${now}::timestamptz - interval '1 day' AND (tab <> 'must-read' OR read_at IS NOT NULL)
    )
    UPDATE notifications n SET
      read_at = coalesce(n.read_at, n.at + interval '3 hours'),
      done_at = CASE WHEN aged.number % 5 = 0 THEN n.at + interval '4 hours' END,
      snoozed_until = CASE WHEN aged.number = 3 THEN ${now}::timestamptz + interval '20 hours' END
    FROM aged WHERE aged.id = n.id`.execute(tx);
}

/** Mentions of the last ten days, the newest dozen for each person. */
async function insertMentions(tx: Database, now: Date): Promise<void> {
  await sql`INSERT INTO notifications (user_id, kind, tab, subject_id, reason, place_id, first_seq, last_seq, actor_ids, at,
      read_at)
    SELECT c.user_id, 'chat.mention', 'mentions', c.id, 'named', coalesce(c.parent_id, c.channel_id), c.seq, c.seq,
      ARRAY[c.author_id], c.created_at, CASE WHEN c.is_seen THEN c.created_at + interval '10 minutes' END
    FROM (
      SELECT mm.user_id, x.*, CASE WHEN x.parent_id IS NULL THEN m.last_read_seq >= x.seq
          ELSE coalesce(f.last_read_seq >= x.seq, false) END AS is_seen,
        row_number() OVER (PARTITION BY mm.user_id ORDER BY x.created_at DESC) AS number
      FROM message_mentions mm
      JOIN messages x ON x.id = mm.message_id AND x.deleted_at IS NULL AND x.author_id <> mm.user_id
      JOIN channel_members m ON m.channel_id = x.channel_id AND m.user_id = mm.user_id
      LEFT JOIN thread_followers f ON f.message_id = x.parent_id AND f.user_id = mm.user_id
      WHERE x.created_at > ${now}::timestamptz - interval '10 days'
    ) c WHERE c.number <= 12`.execute(tx);
}

/** Unread replies in threads that they follow, and unread direct chats: one entry each. */
async function insertTalk(tx: Database, now: Date): Promise<void> {
  await sql`INSERT INTO notifications (user_id, kind, tab, subject_id, reason, place_id, first_seq, last_seq, count,
      actor_ids, at)
    SELECT f.user_id, 'chat.reply', 'replies', f.message_id, 'following', f.message_id, min(r.seq), max(r.seq), count(*),
      (array_agg(r.author_id ORDER BY r.seq DESC))[1:1], max(r.created_at)
    FROM thread_followers f JOIN messages r ON r.parent_id = f.message_id
    JOIN channel_members m ON m.channel_id = r.channel_id AND m.user_id = f.user_id
    WHERE f.is_following AND r.seq > f.last_read_seq AND r.deleted_at IS NULL AND r.author_id <> f.user_id
      AND r.created_at > ${now}::timestamptz - interval '7 days'
    GROUP BY f.user_id, f.message_id`.execute(tx);
  await sql`INSERT INTO notifications (user_id, kind, tab, subject_id, reason, place_id, first_seq, last_seq, count,
      actor_ids, at)
    SELECT m.user_id, 'chat.direct', 'messages', c.id, 'addressed', c.id, min(r.seq), max(r.seq), count(*),
      (array_agg(r.author_id ORDER BY r.seq DESC))[1:1], max(r.created_at)
    FROM channels c JOIN channel_members m ON m.channel_id = c.id
    JOIN messages r ON r.channel_id = c.id AND r.seq > m.last_read_seq
    WHERE c.type = 'DIRECT' AND r.parent_id IS NULL AND r.deleted_at IS NULL AND r.author_id <> m.user_id
      AND r.created_at > ${now}::timestamptz - interval '7 days'
    GROUP BY m.user_id, c.id`.execute(tx);
}

/** The newest tasks that somebody else gave them, and of those that they made the newest that are done. */
async function insertTasks(tx: Database, now: Date): Promise<void> {
  await sql`INSERT INTO notifications (user_id, kind, tab, subject_id, reason, actor_ids, at, read_at)
    SELECT t.person_id, t.kind, 'tasks', t.id, 'concerned', ARRAY[t.actor_id], t.at,
      CASE WHEN t.number > 2 THEN least(t.at + interval '2 hours', ${now}::timestamptz) END
    FROM (
      SELECT s.*, row_number() OVER (PARTITION BY s.person_id, s.kind ORDER BY s.at DESC) AS number FROM (
        SELECT id, 'task.assigned' AS kind, assignee_id AS person_id, created_by AS actor_id, created_at AS at
        FROM tasks WHERE assignee_id <> created_by AND deleted_at IS NULL AND status <> 'done'
        UNION ALL
        SELECT id, 'task.done', created_by, assignee_id, completed_at
        FROM tasks WHERE assignee_id <> created_by AND deleted_at IS NULL AND status = 'done'
      ) s WHERE s.at IS NOT NULL AND s.at <= ${now}::timestamptz
    ) t WHERE t.number <= 5`.execute(tx);
}

/**
 * Comments by others on the tasks people created or are assigned to, one entry per task, the newest three for each
 * person.
 */
async function insertComments(tx: Database): Promise<void> {
  await sql`INSERT INTO notifications (user_id, kind, tab, subject_id, reason, count, actor_ids, at, read_at)
    SELECT c.person_id, 'task.comment', 'replies', c.id, 'concerned', c.count, c.actor_ids, c.at,
      CASE WHEN c.number > 1 THEN c.at + interval '1 hour' END
    FROM (
      SELECT p.person_id, t.id, count(*) AS count, max(x.created_at) AS at,
        (array_agg(x.author_id ORDER BY x.created_at DESC))[1:1] AS actor_ids,
        row_number() OVER (PARTITION BY p.person_id ORDER BY max(x.created_at) DESC) AS number
      FROM comments x JOIN tasks t ON t.id = x.subject_id AND t.deleted_at IS NULL,
        LATERAL (SELECT t.created_by UNION SELECT t.assignee_id) AS p (person_id)
      WHERE x.subject_kind = 'task' AND x.deleted_at IS NULL AND x.author_id <> p.person_id
        AND p.person_id IN (SELECT id FROM accounts)
      GROUP BY p.person_id, t.id
    ) c WHERE c.number <= 3`.execute(tx);
}

/** Published announcements, for everyone in their audience. A must-read stays until it is confirmed. */
async function insertAnnouncements(tx: Database): Promise<void> {
  const person = sql<string>`p.id`;
  await sql`INSERT INTO notifications (user_id, kind, tab, subject_id, reason, place_id, first_seq, last_seq, actor_ids,
      at, read_at)
    SELECT p.id, 'announcement.' || CASE WHEN a.must_read THEN concat(k.important, 'must_read')
        WHEN k.important <> '' THEN 'important' ELSE 'published' END,
      CASE WHEN a.must_read THEN 'must-read' ELSE 'changes' END, a.id, 'audience', a.id, k.seq, k.seq,
      ARRAY[a.author_id], a.published_at,
      CASE WHEN CASE WHEN a.must_read THEN ${hasConfirmed(person)} ELSE ${hasRead(person)} END
        THEN a.published_at + interval '2 hours' END
    FROM announcements a JOIN accounts p ON p.disabled_at IS NULL AND p.id <> a.author_id,
      LATERAL (SELECT CASE WHEN a.priority IN ('HIGH', 'URGENT') THEN 'important_' ELSE '' END AS important,
        2 * a.edition + a.must_read::int AS seq) k
    WHERE ${isCurrent} AND ${isReachedBy(person)}`.execute(tx);
}

/** The group that they were brought into last. */
async function insertChannels(tx: Database, now: Date): Promise<void> {
  await sql`INSERT INTO notifications (user_id, kind, tab, subject_id, reason, actor_ids, at, read_at)
    SELECT m.user_id, 'channel.added', 'changes', m.id, 'concerned', ARRAY[m.created_by],
      ${now}::timestamptz - interval '2 days', ${now}::timestamptz - interval '47 hours'
    FROM (
      SELECT m.user_id, c.id, c.created_by, row_number() OVER (PARTITION BY m.user_id ORDER BY c.created_at DESC) AS number
      FROM channel_members m JOIN channels c ON c.id = m.channel_id
      WHERE c.type = 'PRIVATE' AND c.created_by <> m.user_id
    ) m WHERE m.number = 1`.execute(tx);
}

/** Once a browser that was new, and when they came: a department, a role. */
async function insertOfAccounts(tx: Database, now: Date): Promise<void> {
  await sql`INSERT INTO notifications (user_id, kind, tab, subject_id, reason, actor_ids, facts, at, read_at)
    SELECT a.id, 'session.new-device', 'must-read', uuidv7(), 'concerned', '{}'::uuid[],
      '{"device": "Firefox on Windows", "address": "192.0.2.44"}', ${now}::timestamptz - interval '3 days 2 hours',
      ${now}::timestamptz - interval '3 days'
    FROM accounts a WHERE a.disabled_at IS NULL
    UNION ALL
    SELECT ud.user_id, 'department.joined', 'changes', ud.department_id, 'concerned', '{}'::uuid[],
      jsonb_build_object('actor', 'Greta Holm', 'place', d.name), ${now}::timestamptz - interval '4 days',
      ${now}::timestamptz - interval '4 days' + interval '1 hour'
    FROM user_departments ud JOIN departments d ON d.id = ud.department_id
    UNION ALL
    SELECT ur.user_id, 'role.given', 'changes', ur.role_id, 'concerned', '{}'::uuid[],
      jsonb_build_object('actor', 'Greta Holm', 'place', r.name), ${now}::timestamptz - interval '5 days',
      ${now}::timestamptz - interval '5 days' + interval '1 hour'
    FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE r.name NOT IN ('user', 'pending')`.execute(tx);
}
