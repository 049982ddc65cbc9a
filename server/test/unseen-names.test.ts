import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { nameTexts } from "@atoll/contract/text/names";
import { beforeAll, expect, test } from "vitest";
import { createPerson } from "./factories.ts";
import { sharedServer } from "./for-file.ts";
import type { SignedIn } from "./harness.ts";

const server = sharedServer();
let admin: SignedIn;
beforeAll(async () => {
  admin = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
});

const name = "Ruth\u200b Adeyemi\u202e";
const person = { name, email: "ruth@example.test", password: "seven pelicans on a pier" };

test.each([
  ["a colleague", () => admin.client.refused(administrationRoutes.createUser, { body: person })],
  ["oneself", () => admin.client.refused(identityRoutes.updateCurrentUser, { body: { name } })],
  ["a channel", () => admin.client.refused(chatRoutes.createChannel, { body: { name, type: "PUBLIC" } })],
  ["a role", () => admin.client.refused(administrationRoutes.createRole, { body: { name } })],
  ["a department", () => admin.client.refused(administrationRoutes.createDepartment, { body: { name } })],
] as const)("%s gets no name with a character that nobody sees", async (_what, send) => {
  const { status, body } = await send();
  expect(status).toBe(400);
  expect(body.error.fields).toEqual([{ path: "name", message: nameTexts.unseen }]);
});

test("stores a colleague's name in one Unicode form", async () => {
  const { user } = await admin.client.call(identityRoutes.updateCurrentUser, {
    body: { name: "Ade\u0301le\u00a0 Quay" },
  });
  expect(user.name).toBe("Adéle Quay");
});
