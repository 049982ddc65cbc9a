import { directoryRoutes } from "@atoll/contract/directories/routes";
import type { Directory, Mapping } from "@atoll/contract/directories/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { vi } from "vitest";
import { type Answer, createClient } from "./client.ts";
import type { SignedIn, TestServer } from "./harness.ts";

type Json = Record<string, unknown>;

/** A directory that speaks SCIM to the server. */
export interface ScimClient {
  directoryId: string;
  secret: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Json>>;
  /** Adds a person, with what a test wants to say about them. @returns their id. */
  addUser(user: { userName: string } & Json): Promise<string>;
  /** Adds a group. @returns its id. */
  addGroup(displayName: string, memberIds?: readonly string[]): Promise<string>;
  /** Sets the mappings of groups. */
  map(mappings: readonly Partial<Mapping>[]): Promise<Directory>;
  /** The directory as the administration sees it. */
  read(): Promise<Directory>;
  start(): Promise<void>;
  /** Waits until every account follows. */
  followed(): Promise<void>;
}

/** Makes a SCIM directory in the administration; started unless a test wants to see its plan. */
export async function createScim(
  server: TestServer,
  admin: SignedIn,
  { isStarted = true }: { isStarted?: boolean } = {},
): Promise<ScimClient> {
  const id = uuidv7();
  const made = await admin.client.call(directoryRoutes.createDirectory, {
    body: { id, name: `Directory ${id.slice(-6)}`, kind: "scim" },
  });
  const secret = made.secret ?? "";
  const client = createClient(server.url, secret);
  const params = { directoryId: id };
  const read = async () => {
    const { directories } = await admin.client.call(directoryRoutes.listDirectories, {});
    return directories.find((one) => one.id === id) as Directory;
  };
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await client.send(method, `/api/scim/v2${path}`, {
      ...(body === undefined ? {} : { body }),
      headers: { ...(body === undefined ? {} : { "content-type": "application/scim+json" }), ...headers },
    });
    return answer as Answer<Json>;
  }
  async function add(path: string, body: Json): Promise<string> {
    const answer = await send("POST", path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return String(answer.body["id"]);
  }
  const scim: ScimClient = {
    ...{ directoryId: id, secret, send, read },
    addUser: (user) => add("/Users", { schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"], ...user }),
    addGroup: (displayName, memberIds = []) =>
      add("/Groups", { displayName, members: memberIds.map((value) => ({ value })) }),
    async map(mappings) {
      const { version } = await admin.client.call(directoryRoutes.getMappings, { params });
      const none = { groupId: null, departmentValue: null, roleId: null, departmentId: null };
      const body = { version, mappings: mappings.map((one) => ({ ...none, ...one })) };
      return (await admin.client.call(directoryRoutes.setMappings, { params, body })).directory;
    },
    async start() {
      const { version } = await read();
      await admin.client.call(directoryRoutes.startDirectory, { params, body: { version } });
    },
    followed: () =>
      vi.waitFor(async () => {
        const { rows } = await sql<{ due: number }>`SELECT count(*)::int AS due FROM directory_people
            WHERE directory_id = ${id} AND is_due`.execute(server.db);
        if (rows[0]?.due !== 0) throw new Error("some accounts are yet to follow");
      }),
  };
  if (isStarted) await scim.start();
  return scim;
}
