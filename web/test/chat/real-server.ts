import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import type { Route, RouteCall, RouteOutput } from "@atoll/contract/route";

/** A person signed in at the real server, with actions outside the tested browsers. */
export interface RealPerson {
  id: string;
  name: string;
  session: Session;
  user: Viewer;
  call<R extends Route>(route: R, input: RouteCall<R>): Promise<RouteOutput<R>>;
  /** The status of an answer, whatever it is. */
  status<R extends Route>(route: R, input: RouteCall<R>): Promise<number>;
}

export interface RealServer {
  url: string;
  people: RealPerson[];
  /** The first administrator, who is none of these. */
  admin: RealPerson;
  /** The administrator, once more in another browser. */
  signInAgain(): Promise<RealPerson>;
  /** Lets it end in order, which writes its database to the disk: a hook that waits for it needs the time. */
  close(): Promise<void>;
}

const password = "correct horse battery";
const adminEmail = "admin@example.test";

/** The real server in a process of its own on new data, with these people in it: for what only the two together show. */
export async function startRealServer(names: readonly string[]): Promise<RealServer> {
  const folder = await mkdtemp(join(tmpdir(), "atoll-web-test-"));
  const main = join(import.meta.dirname, "../../../server/src/main.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main], {
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: "0",
      ATOLL_LOG_LEVEL: "silent",
      ATOLL_DATA_DIR: folder,
      ATOLL_ADMIN_EMAIL: adminEmail,
      ATOLL_ADMIN_PASSWORD: password,
      // Its standard limit is met on a busy machine.
      ATOLL_SEARCH_SECONDS: "120",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const look = (part: Buffer) => {
      output += part.toString();
      const ready = /ready at (\S+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  const admin = await signIn(url, adminEmail);
  const { roles } = await admin.call(administrationRoutes.listRoles, { query: {} });
  const roleIds = roles.filter(({ name }) => name === "user").map(({ id }) => id);
  const people = await Promise.all(
    names.map(async (name, index) => {
      const email = `person-${index}@example.test`;
      const given = "six herons on a mole";
      await admin.call(administrationRoutes.createUser, { body: { name, email, password: given, roleIds } });
      // A person created by an administrator chooses a new password first.
      const newcomer = await signIn(url, email, given);
      await newcomer.call(identityRoutes.updateCurrentUser, { body: { currentPassword: given, password } });
      return signIn(url, email);
    }),
  );
  return {
    url,
    people,
    admin,
    signInAgain: () => signIn(url, adminEmail),
    async close() {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Taken at the start: a test may break the page's own. */
const { fetch } = globalThis;

async function signIn(url: string, email: string, withPassword = password): Promise<RealPerson> {
  const { session, user } = await callRoute(url, undefined, identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email, password: withPassword },
  });
  return {
    id: user.id,
    name: user.name,
    session,
    user,
    call: (route, input) => callRoute(url, session.accessToken, route, input),
    status: async (route, input) => (await send(url, session.accessToken, route, input)).status,
  };
}

async function callRoute<R extends Route>(
  url: string,
  token: string | undefined,
  route: R,
  input: RouteCall<R>,
): Promise<RouteOutput<R>> {
  const response = await send(url, token, route, input);
  const text = await response.text();
  if (response.status !== route.status) throw new Error(`${route.path} answered ${response.status}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as RouteOutput<R>;
}

/** Sends, and again where the sender is slowed down: a test is faster than a person. */
async function send<R extends Route>(
  url: string,
  token: string | undefined,
  route: R,
  input: RouteCall<R>,
): Promise<Response> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown>)[name])),
  );
  const target = new URL(path, url);
  for (const [key, value] of Object.entries(input.query ?? {})) target.searchParams.set(key, String(value));
  const request = {
    method: route.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(input.body !== undefined && { "content-type": "application/json" }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  };
  for (;;) {
    const response = await fetch(target, request);
    const seconds = response.headers.get("retry-after");
    if (response.status !== 429 || seconds === null) return response;
    await delay(Number(seconds) * 1000);
  }
}
