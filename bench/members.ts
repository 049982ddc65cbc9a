import type { identityRoutes } from "@atoll/contract/identity/routes";
import type { RouteOutput } from "@atoll/contract/route";
import type { AtollProcess } from "./atoll-process.ts";
import { addChannel, addPeople, type Member, openDatabase } from "./people.ts";

/** Writes people and one channel for all of them straight into the database. */
export async function moveIn(
  atoll: AtollProcess,
  howMany: number,
): Promise<{ channelId: string; members: Member[] }> {
  const client = await openDatabase(atoll);
  const members = await addPeople(client, howMany);
  const channelId = await addChannel(
    client,
    "bench",
    members.map(({ id }) => id),
  );
  await client.end();
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
