import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { profileRoutes } from "@atoll/contract/identity/profile-routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { beforeAll, expect, test } from "vitest";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";

const server = sharedServer();
/** In the order of a phone book. */
const names = ["ada Lund", "Åsa Berg", "Émile Roy", "Erik Moe", "Łukasz Nowak", "Zoe Ray", "Анна Орлова"];
let admin: SignedIn;

beforeAll(async () => {
  for (const name of names.toReversed()) await createPerson(server.db, { name });
  admin = await server.signIn(await createPerson(server.db, { name: "Ylva", roles: ["admin"] }));
});

const ofFile = (found: readonly { name: string }[]) =>
  found.map(({ name }) => name).filter((name) => names.includes(name));

/** The same in Swedish, where Å comes after Z. */
const inSwedish = ["ada Lund", "Émile Roy", "Erik Moe", "Łukasz Nowak", "Zoe Ray", "Åsa Berg", "Анна Орлова"];

test.each([
  ["in the order of their letters", "en-GB", names],
  ["in the order of the person's language", "sv-SE", inSwedish],
] as const)("people, members and accounts are %s, page by page", async (_order, language, expected) => {
  await admin.client.call(profileRoutes.changePreferences, { body: { language } });
  const { people } = await admin.client.call(peopleRoutes.searchPeople, { query: { limit: 50 } });
  expect(ofFile(people)).toEqual(expected);

  const members = await server.db.selectFrom("profiles").select("id").execute();
  const { id: channelId } = await createChannel(server.db, { type: "PUBLIC", members });
  const listed: { name: string }[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const query = { limit: 1, ...(cursor && { cursor }) };
    const page = await admin.client.call(chatRoutes.listMembers, { params: { channelId }, query });
    listed.push(...page.items);
    cursor = page.nextCursor ?? undefined;
    more = cursor !== undefined;
  }
  expect(ofFile(listed)).toEqual(expected);

  const { users } = await admin.client.call(administrationRoutes.listUsers, {
    query: { sort: "name", direction: "ascending" },
  });
  expect(ofFile(users)).toEqual(expected);
});

test("departments and public channels are in the order of their letters", async () => {
  await admin.client.call(profileRoutes.changePreferences, { body: { language: "en-GB" } });
  const own = ["änderungen", "Zeiten"];
  await server.db
    .insertInto("departments")
    .values(own.toReversed().map((name) => ({ name, slug: name.replace("ä", "a").toLowerCase() })))
    .execute();
  const { departments } = await admin.client.call(peopleRoutes.searchDepartments, { query: { limit: 100 } });
  expect(departments.map(({ name }) => name).filter((name) => own.includes(name))).toEqual(own);
  for (const name of own.toReversed()) await createChannel(server.db, { type: "PUBLIC", name, members: [] });
  const listed: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const query = { limit: 1, ...(cursor && { cursor }) };
    const page = await admin.client.call(chatRoutes.listDirectory, { query });
    listed.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
    more = cursor !== undefined;
  }
  expect(listed.filter((name) => own.includes(name))).toEqual(own);
});
