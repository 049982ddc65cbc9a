import { randomUUID } from "node:crypto";
import type { identityRoutes } from "@atoll/contract/identity/routes";
import type { RouteOutput } from "@atoll/contract/route";
import pg from "pg";
import type { AtollProcess } from "./atoll-process.ts";

export interface Member {
  id: string;
  token: string;
}

/** Writes accounts and one channel for all of them straight into the database, and signs everyone in. */
export async function moveIn(
  atoll: AtollProcess,
  howMany: number,
): Promise<{ channelId: string; members: Member[] }> {
  const ids = Array.from({ length: howMany }, () => randomUUID());
  const channelId = randomUUID();
  const client = new pg.Client({ connectionString: atoll.databaseUrl });
  await client.connect();
  await client.query("INSERT INTO profiles (id, name) SELECT id, 'Member' FROM unnest($1::uuid[]) AS id", [
    ids,
  ]);
  // Everyone has the administrator's password: hashing a hundred would take longer than the measurement.
  await client.query(
    `INSERT INTO accounts (id, email, password_hash, email_confirmed_at)
     SELECT m.id, m.id || '@example.test', a.password_hash, now()
     FROM unnest($1::uuid[]) AS m (id), accounts a WHERE a.email = $2`,
    [ids, atoll.adminEmail],
  );
  await client.query(
    "INSERT INTO user_roles (user_id, role_id) SELECT m.id, r.id FROM unnest($1::uuid[]) AS m (id), roles r WHERE r.name = 'user'",
    [ids],
  );
  await client.query("INSERT INTO channels (id, name, type) VALUES ($1, 'bench', 'PRIVATE')", [channelId]);
  await client.query(
    "INSERT INTO channel_members (channel_id, user_id) SELECT $1, id FROM unnest($2::uuid[]) AS id",
    [channelId, ids],
  );
  await client.end();

  const members: Member[] = [];
  for (const id of ids) members.push({ id, token: await signIn(atoll, `${id}@example.test`) });
  return { channelId, members };
}

/**
 * Signs in with the password that everyone in a measurement has.
 * @param address where the person comes from, when Atoll believes the proxy that this is.
 */
export async function signIn(atoll: AtollProcess, email: string, address?: string): Promise<string> {
  const response = await fetch(`${atoll.url}/api/auth/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(address ? { "x-forwarded-for": address } : {}) },
    body: JSON.stringify({ email, password: atoll.adminPassword }),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  const { session } = (await response.json()) as RouteOutput<typeof identityRoutes.createToken>;
  return session.accessToken;
}
