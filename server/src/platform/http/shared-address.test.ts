import { fileRoutes } from "@atoll/contract/files/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { linkOf } from "../../../test/file-world.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../test/harness.ts";
import { upload } from "../../../test/upload.ts";

// An office of 200 people behind one address.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ peoplePerAddress: 200 });
});
afterAll(() => server.close());

const remaining = (headers: Headers) => Number(headers.get("x-ratelimit-remaining"));

async function refresh(refreshToken: string) {
  const path = `${identityRoutes.createToken.path}?grant_type=refresh_token`;
  return server.anyone.send("POST", path, { body: { refreshToken } });
}

test("the rate limit of an address grows with the signed-in people behind it", async () => {
  const { max } = identityRoutes.createToken.rateLimit;
  const answer = await refresh("no-such-token");
  expect(answer.headers.get("x-ratelimit-limit")).toBe(String(2 * max));
});

test("a refresh counts for its session and not for the address; a guess counts for the address", async () => {
  const { perCaller = 0 } = identityRoutes.createToken.rateLimit;
  const person = await createPerson(server.db);
  const { session } = await server.signIn(person);
  const before = remaining((await refresh("no-such-token")).headers);
  let token = session.refreshToken;
  for (let count = 0; count < perCaller; count += 1) {
    const answer = await refresh(token);
    expect(answer.status).toBe(200);
    token = (answer.body as { session: { refreshToken: string } }).session.refreshToken;
  }
  expect(remaining((await refresh("no-such-token")).headers)).toBe(before - 1);
  expect((await refresh(token)).body).toMatchObject({ error: { code: "rate_limited" } });
  // Another session of the same address is not held up.
  const other: SignedIn = await server.signIn(person);
  expect((await refresh(other.session.refreshToken)).status).toBe(200);
});

test("a file counts for the person whose link it is", async () => {
  const person = await server.signIn(await createPerson(server.db));
  const { id } = await upload(server, person, { name: "note.txt", content: "Good morning" });
  const { url } = await linkOf(person, id);
  const forged = url.replace(/signature=[^&]+/, "signature=forged");
  const first = remaining((await server.anyone.send("GET", forged)).headers);
  for (let count = 0; count < 5; count += 1) expect((await server.anyone.send("GET", url)).status).toBe(200);
  expect(remaining((await server.anyone.send("GET", forged)).headers)).toBe(first - 1);
  expect(fileRoutes.readFile.rateLimit.perCaller).toBeGreaterThan(0);
});
