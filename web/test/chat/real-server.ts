import { setTimeout as delay } from "node:timers/promises";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import type { Route, RouteCall, RouteOutput } from "@atoll/contract/route";
import { inject } from "vitest";
import type { HostedServer } from "../../../server/test/server-host.ts";

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
  /** The password of everyone here, as the tests give it. */
  password: string;
  /** The administrator, once more in another browser. */
  signInAgain(): Promise<RealPerson>;
  close(): Promise<void>;
}

/** Taken at the start: a test may break the page's own. */
const { fetch } = globalThis;

/** A real server on a database of its own, with these people in it: for what only the two together show. */
export async function startRealServer(names: readonly string[]): Promise<RealServer> {
  const host = await (await fetch(inject("serverHostAsk"))).text();
  const ask = async (method: string, body: unknown) => {
    const response = await fetch(host, { method, body: JSON.stringify(body) });
    if (!response.ok)
      throw new Error(`no server was ${method === "POST" ? "started" : "closed"}: ${await response.text()}`);
    return response.json();
  };
  const { url, emails, password }: HostedServer = await ask("POST", names);
  const [admin, ...people] = await Promise.all(emails.map((email) => signIn(url, email, password)));
  if (!admin) throw new Error("a server without an administrator");
  return {
    url,
    people,
    admin,
    password,
    signInAgain: () => signIn(url, admin.user.email, password),
    close: async () => void (await ask("DELETE", url)),
  };
}

async function signIn(url: string, email: string, password: string): Promise<RealPerson> {
  const { session, user } = await callRoute(url, undefined, identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email, password },
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
