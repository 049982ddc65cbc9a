import type { NoticeKind } from "@atoll/contract/identity/notices";
import {
  guestPermissions,
  guestRoleName,
  type PermissionHolder,
  type PermissionPair,
  permissionsOfBot,
} from "@atoll/contract/permissions";
import { type Expression, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { byName } from "../../platform/database/by-name.ts";
import type { Database } from "../../tables.ts";
import { isPushedTo } from "../notifications/public.ts";
import type { OwnerOfBot } from "./policy.ts";

/** Everything about an account that decides who it is, in one query. Undefined: there is no such account. */
export async function findAccount(db: Database, by: { id: string } | { email: string }) {
  const row = await selectAccounts(db)
    .where((eb) => ("id" in by ? eb("a.id", "=", by.id) : eb("a.email", "=", by.email)))
    .executeTakeFirst();
  return row && withOwnRights(row);
}

/** The same of several, by their ids. */
export async function findAccounts(db: Database, ids: readonly string[]) {
  const rows = await selectAccounts(db).where(sql<boolean>`a.id = ANY(${ids}::uuid[])`).execute();
  return rows.map(withOwnRights);
}

/** The role that stands for what guests may do. No row has its ID. */
const guestRole = {
  ...{ id: "00000000-0000-4000-8000-000000000000", linkId: "00000000-0000-4000-8000-000000000000" },
  ...{ name: guestRoleName, requiresSecondFactor: false, requiresPasskey: false },
};

/**
 * Gives a bot the role of everyone, limited to what its owner may do at this moment, and a guest what guests may do,
 * whatever else the account might hold. Colleagues stay as they are.
 */
function withOwnRights<
  Row extends {
    roles: AccountRoles;
    permissions: PermissionPair[];
    departments: unknown[];
    bot: BotRow | null;
    guest_until: Date | null;
  },
>(row: Row): Row & { isGuest?: true } {
  const { bot } = row;
  if (row.guest_until)
    return {
      ...row,
      ...{ isGuest: true, roles: [guestRole], permissions: [...guestPermissions], departments: [] },
    };
  if (!bot?.everyone) return row;
  const { permissions, ...role } = bot.everyone;
  return {
    ...row,
    roles: [{ ...role, linkId: role.id, requiresSecondFactor: false, requiresPasskey: false }],
    permissions: bot.owner ? permissionsOfBot(permissions, bot.owner) : [],
  };
}

/** The owner of a bot and the role of everyone, which decide its rights. */
interface BotRow {
  owner: (OwnerOfBot & { id: string }) | null;
  everyone: { id: string; name: string; permissions: PermissionPair[] } | null;
}

type AccountRoles = {
  id: string;
  name: string;
  linkId: string;
  requiresSecondFactor: boolean;
  requiresPasskey: boolean;
}[];

function selectAccounts(db: Database) {
  return db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.id", "a.id")
    .select((eb) => [
      "a.id",
      "a.email",
      "a.password_hash",
      "a.email_confirmed_at",
      "a.disabled_at",
      "a.must_choose_password",
      "a.requires_passkey",
      "a.preferences",
      "a.guest_until",
      "a.last_active_at",
      "a.created_at",
      "p.name",
      "p.avatar_url",
      "p.updated_at",
      rolesOf(eb.ref("a.id")).as("roles"),
      hasSecondFactor(eb.ref("a.id")).as("has_second_factor"),
      hasPasskey(eb.ref("a.id")).as("has_passkey"),
      permissionsOf(eb.ref("a.id")).as("permissions"),
      botOf().as("bot"),
      noticesOf(eb.ref("a.id")).as("notices"),
      jsonArrayFrom(
        eb
          .selectFrom("user_departments as ud")
          .innerJoin("departments as d", "d.id", "ud.department_id")
          .select(["d.id", "d.name", "d.slug", "d.former_slugs as formerSlugs"])
          .whereRef("ud.user_id", "=", "a.id")
          .orderBy(byName("d.name")),
      ).as("departments"),
    ]);
}

/**
 * Returns the permissions of these people. People with the same roles share one object, and those without an account
 * are left out. For thousands at a time: reading whole accounts would take ten times as long.
 */
export async function findHolders(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, PermissionHolder>> {
  const [{ rows: people }, { rows: roles }] = await Promise.all([
    sql<{
      id: string;
      is_guest: boolean;
      role_ids: string[];
    }>`SELECT a.id, a.guest_until IS NOT NULL AS is_guest,
        ARRAY(SELECT ur.role_id::text FROM user_roles ur WHERE ur.user_id = a.id ORDER BY 1) AS role_ids
      FROM accounts a WHERE a.id = ANY(${[...userIds]}::uuid[])`.execute(db),
    sql<{ id: string; name: string; permissions: PermissionPair[] }>`SELECT r.id, r.name, coalesce((
        SELECT json_agg(json_build_object('resource', pm.resource, 'action', pm.action))
        FROM role_permissions rp JOIN permissions pm ON pm.id = rp.permission_id WHERE rp.role_id = r.id), '[]')
        AS permissions
      FROM roles r`.execute(db),
  ]);
  const byId = new Map(roles.map((role) => [role.id, role]));
  const groups = Map.groupBy(people, ({ is_guest, role_ids }) => (is_guest ? "guest" : role_ids.join(" ")));
  const guest: PermissionHolder = { roles: [guestRole], permissions: guestPermissions, isGuest: true };
  return new Map(
    [...groups].flatMap(([key, group]) => {
      if (key === "guest") return group.map(({ id }) => [id, guest] as const);
      const own = (group[0]?.role_ids ?? []).flatMap((id) => byId.get(id) ?? []);
      const holder = { roles: own, permissions: own.flatMap(({ permissions }) => permissions) };
      return group.map(({ id }) => [id, holder] as const);
    }),
  );
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Limits the response. Nobody has more devices. */
const maxSessionsListed = 200;

/** A person's sessions that are alive: the current one, then the one used last. */
export function selectSessions(db: Database, viewer: { id: string; sessionId: string }) {
  return db
    .selectFrom("sessions")
    .select(["id", "user_agent", "address", "created_at", "last_used_at"])
    .select(isPushedTo(sql.ref("sessions.id")).as("has_push"))
    .where("user_id", "=", viewer.id)
    .where("way", "!=", "token")
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy(sql`id = ${viewer.sessionId}`, "desc")
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .limit(maxSessionsListed)
    .execute();
}

export type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number];

/** SQL: the owner and the role of everyone for the account `a`, if it is a bot. */
function botOf() {
  return sql<BotRow | null>`CASE WHEN a.is_bot THEN (SELECT json_build_object(
    'owner', (SELECT json_build_object('id', o.id, 'disabled_at', o.disabled_at, 'email_confirmed_at', o.email_confirmed_at,
        'has_password', o.password_hash IS NOT NULL, 'must_choose_password', o.must_choose_password,
        'requires_passkey', o.requires_passkey, 'has_second_factor', ${hasSecondFactor(sql.ref<string>("o.id"))},
        'has_passkey', ${hasPasskey(sql.ref<string>("o.id"))},
        'roles', ${rolesOf(sql.ref<string>("o.id"))}, 'permissions', ${permissionsOf(sql.ref<string>("o.id"))})
      FROM accounts o WHERE o.id = b.owner_id),
    'everyone', (SELECT json_build_object('id', e.id, 'name', e.name, 'permissions', coalesce((
        SELECT json_agg(json_build_object('resource', pm.resource, 'action', pm.action))
        FROM role_permissions rp JOIN permissions pm ON pm.id = rp.permission_id WHERE rp.role_id = e.id), '[]'))
      FROM roles e WHERE lower(e.name) = 'user' LIMIT 1))
    FROM bots b WHERE b.id = a.id) END`;
}

function hasSecondFactor(userId: Expression<string>) {
  return sql<boolean>`EXISTS (SELECT FROM second_factors sf WHERE sf.user_id = ${userId} AND sf.confirmed_at IS NOT NULL)`;
}

function hasPasskey(userId: Expression<string>) {
  return sql<boolean>`EXISTS (SELECT FROM passkeys pk JOIN passkey_site ps ON ps.site = pk.site WHERE pk.user_id = ${userId})`;
}

function rolesOf(userId: Expression<string>) {
  return sql<AccountRoles>`coalesce((
    SELECT json_agg(json_build_object('id', r.id, 'name', r.name, 'linkId', ur.id,
      'requiresSecondFactor', r.requires_second_factor, 'requiresPasskey', r.requires_passkey) ORDER BY ${byName("r.name")})
    FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = ${userId}), '[]')`;
}

/** Maximum notices shown. Older ones follow when these are read. */
const maxNotices = 20;

function noticesOf(userId: Expression<string>) {
  return sql<{ id: string; kind: NoticeKind; actor: string; place: string; at: string }[]>`coalesce((
    SELECT json_agg(json_build_object('id', n.id, 'kind', n.kind, 'actor', coalesce(n.facts ->> 'actor', ''),
      'place', coalesce(n.facts ->> 'place', ''), 'at', n.at) ORDER BY n.id DESC)
    FROM (SELECT * FROM notifications WHERE user_id = ${userId} AND is_on_top AND read_at IS NULL AND done_at IS NULL
      ORDER BY id DESC LIMIT ${sql.lit(maxNotices)}) n), '[]')`;
}

function permissionsOf(userId: Expression<string>) {
  return sql<{ resource: string; action: string }[]>`coalesce((
    SELECT json_agg(DISTINCT jsonb_build_object('resource', pm.resource, 'action', pm.action))
    FROM user_roles ur
    JOIN role_permissions rp ON rp.role_id = ur.role_id
    JOIN permissions pm ON pm.id = rp.permission_id
    WHERE ur.user_id = ${userId}), '[]')`;
}
