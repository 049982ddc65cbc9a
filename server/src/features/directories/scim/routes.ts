import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { scimSecretPrefix } from "@atoll/contract/directories/schemas";
import { scimRoutes } from "@atoll/contract/directories/scim-routes";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import { bearerToken } from "../../../platform/http/bearer-token.ts";
import { rawBodyOf } from "../../../platform/http/raw-body.ts";
import { parseJson } from "../../../platform/parse-json.ts";
import { assertStorable } from "../../../platform/storable.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { followJob } from "../people/follow-job.ts";
import { type GroupRow, holdDirectory, noteHeard, type PersonRow } from "../people/mirror.ts";
import { maxResults, resourceTypes, schemas, serviceConfig } from "./discovery.ts";
import {
  createGroup,
  deleteGroup,
  type GroupWriting,
  maxChangedMembers,
  patchGroup,
  presentGroups,
  presentOneGroup,
  replaceGroup,
} from "./groups.ts";
import { assertModest, choose, etagOf, isObject, type Json, keyOf, namesIn } from "./resources.ts";
import {
  accessResource,
  createPerson,
  deletePerson,
  listResources,
  type Part,
  patchPerson,
  presentPeople,
  replacePerson,
} from "./users.ts";

interface Calling {
  request: FastifyRequest;
  countFor: (caller: string) => void;
}

/** A client that has shown the secret of a directory. */
interface Client {
  directoryId: string;
  secretHash: Buffer;
  /** The address of the service, as the client wrote it. */
  base: string;
}

interface Shown {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

const changed = { max: maxChangedMembers };
const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

/** Registers SCIM 2.0. The contract has its shapes only in outline: RFC 7643 and RFC 7644 are the contract. */
export function registerScim(context: SliceContext): void {
  const { routes, db } = context;

  /** Lets a client read, with the secret of a directory that is not switched off. */
  async function admit({ request, countFor }: Calling): Promise<Client> {
    const secret = bearerToken(request);
    const secretHash = createHash("sha256")
      .update(secret ?? "")
      .digest();
    const found = secret?.startsWith(scimSecretPrefix)
      ? await db
          .selectFrom("directories")
          .select("id")
          .where("secret_hash", "=", secretHash)
          .where("state", "!=", "off")
          .executeTakeFirst()
      : undefined;
    if (!found) throw new AppError("scim_secret_wrong");
    countFor(found.id);
    await noteHeard(db, found.id);
    const base = `${request.protocol}://${request.host}/api/scim/v2`;
    return { directoryId: found.id, secretHash, base };
  }

  /** Runs a write in the name of the directory. Its secret may have been replaced since the request came. */
  async function write<Body, Result>(
    calling: Calling,
    read: (calling: Calling) => Body,
    work: (writing: GroupWriting, body: Body) => Promise<Result>,
  ): Promise<Result> {
    const { directoryId, secretHash } = await admit(calling);
    const { request } = calling;
    // Before the turn of the administration is taken.
    const body = read(calling);
    return transact(db, async (tx) => {
      const directory = await holdDirectory(tx, directoryId, secretHash).catch(asWrongSecret);
      const followLater = () => context.enqueue(tx, followJob(context), { directoryId });
      const ifMatch = request.headers["if-match"];
      return work({ tx, directory, address: request.ip, ifMatch, followLater }, body);
    });
  }

  routes.route(scimRoutes.getScimConfig, async (_input, calling) =>
    answer(200, serviceConfig((await admit(calling)).base)),
  );
  routes.route(scimRoutes.listScimTypes, async (_input, calling) =>
    listOf(resourceTypes((await admit(calling)).base)),
  );
  routes.route(scimRoutes.getScimType, async ({ params }, calling) =>
    oneOf(resourceTypes((await admit(calling)).base), params.id),
  );
  routes.route(scimRoutes.listScimSchemas, async (_input, calling) =>
    listOf(schemas((await admit(calling)).base)),
  );
  routes.route(scimRoutes.getScimSchema, async ({ params }, calling) =>
    oneOf(schemas((await admit(calling)).base), params.id),
  );

  routes.route(scimRoutes.listScimUsers, async ({ query }, calling) => {
    const { directoryId, base } = await admit(calling);
    const part = partOf(query);
    const { rows, total } = await listResources<PersonRow>(db, "Users", directoryId, part);
    return listOf(shown(await presentPeople(db, rows, base), query), { total, part });
  });
  routes.route(scimRoutes.getScimUser, async ({ params, query }, calling) => {
    const { directoryId, base } = await admit(calling);
    const row = await accessResource<PersonRow>(db, "Users", directoryId, params.id);
    if (isSeen(calling.request, row)) return unchanged(row);
    return answer(200, shown(await presentPeople(db, [row], base), query)[0] ?? {}, row);
  });
  routes.route(scimRoutes.createScimUser, (_input, calling) =>
    write(calling, personIn, async (writing, body) =>
      userAnswer(201, calling, writing.tx, await createPerson(writing, body)),
    ),
  );
  routes.route(scimRoutes.replaceScimUser, ({ params }, calling) =>
    write(calling, personIn, async (writing, body) =>
      userAnswer(200, calling, writing.tx, await replacePerson(writing, params.id, body)),
    ),
  );
  routes.route(scimRoutes.patchScimUser, ({ params }, calling) =>
    write(calling, personIn, async (writing, body) =>
      userAnswer(200, calling, writing.tx, await patchPerson(writing, params.id, body)),
    ),
  );
  routes.route(scimRoutes.deleteScimUser, async ({ params }, calling) => {
    await write(calling, readNothing, (writing) => deletePerson(writing, params.id));
    return undefined;
  });

  routes.route(scimRoutes.listScimGroups, async ({ query }, calling) => {
    const { directoryId, base } = await admit(calling);
    const part = partOf(query);
    const { rows, total } = await listResources<GroupRow>(db, "Groups", directoryId, part);
    const groups = await presentGroups(db, rows, { base, hasMembers: wantsMembers(query) });
    return listOf(shown(groups, query), { total, part });
  });
  routes.route(scimRoutes.getScimGroup, async ({ params, query }, calling) => {
    const { directoryId, base } = await admit(calling);
    const row = await accessResource<GroupRow>(db, "Groups", directoryId, params.id);
    if (isSeen(calling.request, row)) return unchanged(row);
    const group = await presentOneGroup(db, row, base, { hasMembers: wantsMembers(query) });
    return answer(200, choose(group, query.attributes, query.excludedAttributes), row);
  });
  routes.route(scimRoutes.createScimGroup, (_input, calling) =>
    write(calling, bodyOf, async (writing, body) => {
      const row = await createGroup(writing, body);
      return answer(201, await presentOneGroup(writing.tx, row, baseOf(calling), changed), row);
    }),
  );
  routes.route(scimRoutes.replaceScimGroup, ({ params }, calling) =>
    write(calling, bodyOf, async (writing, body) => {
      const row = await replaceGroup(writing, params.id, body);
      return answer(200, await presentOneGroup(writing.tx, row, baseOf(calling), changed), row);
    }),
  );
  routes.route(scimRoutes.patchScimGroup, ({ params }, calling) =>
    write(calling, bodyOf, async (writing, body) => {
      const row = await patchGroup(writing, params.id, body);
      return answer(200, await presentOneGroup(writing.tx, row, baseOf(calling), changed), row);
    }),
  );
  routes.route(scimRoutes.deleteScimGroup, async ({ params }, calling) => {
    await write(calling, readNothing, (writing) => deleteGroup(writing, params.id));
    return undefined;
  });
}

function asWrongSecret(error: unknown): never {
  const isGone = error instanceof AppError && error.code === "directory_not_found";
  throw isGone ? new AppError("scim_secret_wrong") : error;
}

const baseOf = ({ request }: Calling) => `${request.protocol}://${request.host}/api/scim/v2`;

async function userAnswer(
  status: 200 | 201,
  calling: Calling,
  tx: Database,
  row: Parameters<typeof presentPeople>[1][number],
) {
  const [user = {}] = await presentPeople(tx, [row], baseOf(calling));
  return answer(status, user, row);
}

/** @throws {AppError} `scim_body_invalid`. */
function bodyOf({ request }: Calling): Json {
  const body = readJson(rawBodyOf(request).toString("utf8"));
  if (!isObject(body)) throw new AppError("scim_body_invalid");
  assertStorable(body);
  return body;
}

const readNothing = () => undefined;

function personIn(calling: Calling): Json {
  const body = bodyOf(calling);
  assertModest(body);
  return body;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new AppError("scim_body_invalid", { cause });
  }
}

/** Numbers out of range are brought into it, as RFC 7644, section 3.4.2.4, says. */
function partOf(query: {
  filter?: string | undefined;
  startIndex?: string | undefined;
  count?: string | undefined;
}): Part {
  const number = (value: string | undefined, name: string, otherwise: number) => {
    if (value === undefined) return otherwise;
    if (!/^-?\d{1,9}$/.test(value)) throw new AppError("scim_value_invalid", { figures: { name } });
    return Number(value);
  };
  return {
    filter: query.filter,
    startIndex: Math.max(1, number(query.startIndex, "startIndex", 1)),
    count: Math.min(maxResults, Math.max(0, number(query.count, "count", maxResults))),
  };
}

const shown = (resources: readonly Json[], { attributes, excludedAttributes }: Shown) =>
  resources.map((resource) => choose(resource, attributes, excludedAttributes));

function wantsMembers({ attributes, excludedAttributes }: Shown): boolean {
  const [only, without] = [namesIn(attributes), namesIn(excludedAttributes)];
  return only.size > 0 ? only.has("members") : !without.has("members");
}

function isSeen({ headers }: FastifyRequest, row: { version: number }): boolean {
  return headers["if-none-match"] === etagOf(row);
}

function unchanged(row: { version: number }) {
  return { status: 304 as const, headers: { etag: etagOf(row) } };
}

function answer(status: 200 | 201, body: Json, row?: { version: number }) {
  const meta = body["meta"];
  const location = isObject(meta) ? meta[keyOf(meta, "location")] : undefined;
  const headers: Record<string, string> = { "content-type": "application/scim+json; charset=utf-8" };
  if (row) headers["etag"] = etagOf(row);
  if (typeof location === "string") headers["location"] = location;
  return { status, headers, content: Readable.from([JSON.stringify(body)]) };
}

function listOf(resources: readonly Json[], { total, part }: { total?: number; part?: Part } = {}) {
  return answer(200, {
    schemas: [listSchema],
    totalResults: total ?? resources.length,
    startIndex: part?.startIndex ?? 1,
    itemsPerPage: resources.length,
    Resources: resources,
  });
}

function oneOf(resources: readonly Json[], id: string) {
  const found = resources.find((resource) => String(resource["id"]).toLowerCase() === id.toLowerCase());
  if (!found) throw new AppError("scim_not_found");
  return answer(200, found);
}
