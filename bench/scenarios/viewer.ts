import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { procedureRoutes } from "@atoll/contract/identity/procedure-routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import { type AtollProcess, lineMatching, startAtoll, takeMeasured } from "../atoll-process.ts";
import { type CompanyMember, fillCompany } from "../company.ts";
import { createHttpClient } from "../http-client.ts";
import { signIn } from "../members.ts";
import { ms, quantile } from "../quantiles.ts";

const accountCount = 10_000;
const sessionCount = 1_000;
const rounds = 3;
const limitMs = 0.2;

const signedInPath = identityRoutes.getCurrentUser.path;
const publicPath = workspaceRoutes.getWorkspace.path;

/**
 * Measures the cost of loading the viewer for a signed-in request, with the sessions of a thousand people in turn. In
 * the server: from a request's arrival to the call of its handler, for a signed-in route and a public one, which differ
 * only in the viewer. Floor: bare node:http that checks one HMAC.
 */
export async function viewer(say: (line: string) => void): Promise<string[]> {
  // Everyone comes from an address of their own, as through a proxy: the limits stay as they are.
  const atoll = await startAtoll({
    env: { ATOLL_TRUSTED_PROXY: "127.0.0.1" },
    probe: "./probes/time-to-handler.ts",
  });
  say(`writing ${accountCount} accounts`);
  const people = await fillCompany(atoll, accountCount);
  say(`signing in ${sessionCount} of them`);
  const tokens = await signInAll(atoll, people.slice(0, sessionCount));
  const floor = await startFloor();
  const client = createHttpClient(atoll.url);
  const floorClient = createHttpClient(floor.url);

  const headersOf = (index: number) => ({
    authorization: `Bearer ${tokens[index]}`,
    "x-forwarded-for": addressOf(index),
  });
  await atoll.takeMeasured();
  for (let index = 0; index < sessionCount; index += 1)
    await client.call({ path: signedInPath, headers: headersOf(index) });
  const first = (await atoll.takeMeasured())[signedInPath] ?? [];

  const inside = { signedIn: [] as number[], public: [] as number[], floor: [] as number[] };
  const whole = { signedIn: [] as number[], public: [] as number[], floor: [] as number[] };
  const permission = { resource_name: "chat", action_name: "access" };
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
    for (let index = 0; index < sessionCount; index += 1) {
      const headers = headersOf(index);
      await client.call({ path: signedInPath, headers });
      const path = procedureRoutes.userHasPermission.path;
      const signedIn = await client.call({ method: "POST", path, headers, body: permission });
      const open = await client.call({
        path: publicPath,
        headers: { "x-forwarded-for": headers["x-forwarded-for"] },
      });
      const bare = await floorClient.call({ path: "/", headers: { authorization: `Bearer ${floor.token}` } });
      if (round === 0) continue;
      whole.signedIn.push(signedIn.tookMs);
      whole.public.push(open.tookMs);
      whole.floor.push(bare.tookMs);
    }
    const [measured, bare] = [await atoll.takeMeasured(), await takeMeasured(floor.child)];
    if (round === 0) continue;
    inside.signedIn.push(...(measured[signedInPath] ?? []));
    inside.public.push(...(measured[publicPath] ?? []));
    inside.floor.push(...(bare.viewer ?? []));
  }
  client.close();
  floorClient.close();
  floor.child.kill("SIGTERM");
  await atoll.stop();

  const cost = (values: number[], q: number) => quantile(values, q) - quantile(inside.public, q);
  const p50 = cost(inside.signedIn, 0.5);
  return [
    `${inside.signedIn.length} requests of ${sessionCount} sessions among ${accountCount} accounts, one at a time`,
    `finding the viewer, inside the server: p50 ${ms(p50, 3)}, p99 ${ms(cost(inside.signedIn, 0.99), 3)} (limit ${limitMs} ms at p50: ${p50 <= limitMs ? "held" : "EXCEEDED"})`,
    `  of which to the handler: signed in ${row(inside.signedIn)}; public ${row(inside.public)}`,
    `floor, one HMAC and a map: ${row(inside.floor)}`,
    `the first request of a session, which reads the database: p50 ${ms(cost(first, 0.5), 3)}, p99 ${ms(cost(first, 0.99), 3)}`,
    `whole request: signed in, with a small body to check ${row(whole.signedIn)}; public ${row(whole.public)}; floor ${row(whole.floor)}`,
  ];
}

function row(values: number[]): string {
  return `p50 ${ms(quantile(values, 0.5), 3)}, p99 ${ms(quantile(values, 0.99), 3)}`;
}

function addressOf(index: number): string {
  return `10.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;
}

async function signInAll(atoll: AtollProcess, people: CompanyMember[]): Promise<string[]> {
  const tokens: string[] = [];
  const atOnce = 4;
  for (let from = 0; from < people.length; from += atOnce) {
    const part = people.slice(from, from + atOnce);
    const signedIn = part.map(({ email }, index) => signIn(atoll, email, addressOf(from + index)));
    tokens.push(...(await Promise.all(signedIn)));
  }
  return tokens;
}

async function startFloor() {
  const key = randomBytes(32);
  const child = spawn(process.execPath, [fileURLToPath(new URL("../floors/viewer.ts", import.meta.url))], {
    env: { ...process.env, FLOOR_KEY: key.toString("hex") },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [, url = ""] = await lineMatching(child, /ready at (\S+)/);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { sub: crypto.randomUUID(), sid: crypto.randomUUID(), iss: "floor", exp: 4102444800 };
  const content = `${encode({ alg: "HS256" })}.${encode(claims)}`;
  const token = `${content}.${createHmac("sha256", key).update(content).digest("base64url")}`;
  return { child, url, token };
}
