import { createHmac, randomUUID } from "node:crypto";
import pg from "pg";
import type { AtollProcess } from "./atoll-process.ts";

export interface Member {
  id: string;
  token: string;
}

/** A connection to the database of an Atoll that is measured. */
export async function openDatabase(atoll: Pick<AtollProcess, "databaseUrl">): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: atoll.databaseUrl });
  await client.connect();
  return client;
}

/**
 * Writes people straight into the database, each with a role and a session. Their tokens are signed here with the
 * server's own key: signing in checks a password, which is made to take long.
 */
export async function addPeople(client: pg.Client, howMany: number): Promise<Member[]> {
  const ids = Array.from({ length: howMany }, () => randomUUID());
  await client.query(
    "INSERT INTO profiles (id, name) SELECT id, 'Member ' || n FROM unnest($1::uuid[]) WITH ORDINALITY AS m (id, n)",
    [ids],
  );
  // Everyone has the administrator's password, for scenarios that sign in.
  await client.query(
    `INSERT INTO accounts (id, email, password_hash, email_confirmed_at)
     SELECT m.id, m.id || '@example.test', a.password_hash, now()
     FROM unnest($1::uuid[]) AS m (id), (SELECT password_hash FROM accounts ORDER BY created_at LIMIT 1) a`,
    [ids],
  );
  await client.query(
    "INSERT INTO user_roles (user_id, role_id) SELECT m.id, r.id FROM unnest($1::uuid[]) AS m (id), roles r WHERE r.name = 'user'",
    [ids],
  );
  const sessions = await client.query<{ id: string; user_id: string }>(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT gen_random_uuid(), id, now() + interval '7 days' FROM unnest($1::uuid[]) AS m (id) RETURNING id, user_id`,
    [ids],
  );
  const sign = await tokenSigner(client);
  return sessions.rows.map(({ id, user_id }) => ({ id: user_id, token: sign(user_id, id) }));
}

/** Writes a channel with these members. */
export async function addChannel(
  client: pg.Client,
  name: string,
  memberIds: readonly string[],
): Promise<string> {
  const id = randomUUID();
  await client.query("INSERT INTO channels (id, name, type) VALUES ($1, $2, 'PRIVATE')", [id, name]);
  await client.query(
    "INSERT INTO channel_members (channel_id, user_id) SELECT $1, id FROM unnest($2::uuid[]) AS id",
    [id, memberIds],
  );
  return id;
}

async function tokenSigner(client: pg.Client) {
  const { rows } = await client.query<{ id: string; secret: Buffer }>(
    "SELECT id, secret FROM signing_keys WHERE retired_at IS NULL ORDER BY created_at DESC LIMIT 1",
  );
  const key = rows[0];
  if (!key) throw new Error("the server has no key to sign tokens with");
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = encode({ alg: "HS256", kid: key.id });
  return (sub: string, sid: string) => {
    const iat = Math.floor(Date.now() / 1000);
    const content = `${head}.${encode({ sid, sub, iss: "atoll", aud: "atoll", iat, exp: iat + 3600 })}`;
    return `${content}.${createHmac("sha256", key.secret).update(content).digest("base64url")}`;
  };
}
