import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { expect, test } from "../fixtures/test.ts";

test("a person connects a program, which searches and writes in their name until they disconnect it", async ({
  signIn,
  server,
}) => {
  const program = await openProgram(server.url);
  const page = await signIn("marisol.vega");
  await page.goto(program.consentAddress);
  await expect(page.getByTestId("program-name")).toHaveText("“<b>Reef</b> editor”");
  await expect(page.getByText(program.host)).toBeVisible();
  await expect(page.getByRole("radio", { name: "Only read" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Read and write Tasks" })).not.toBeChecked();
  await page.getByRole("radio", { name: "Read and write in your name" }).check();
  for (const name of ["Read Chat", "Read and write Chat"])
    await page.getByRole("checkbox", { name }).uncheck();
  await page.getByLabel("Current password").fill(demoPassword);
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("You can close this page.")).toBeVisible();

  const token = await program.fetchToken();
  const names = (await program.send(token, "tools/list", {})) as { tools: { name: string }[] };
  expect(names.tools.map(({ name }) => name)).toEqual([
    ...["search", "read", "list_my_tasks", "create_task", "change_task"],
  ]);
  await program.send(token, "tools/call", {
    name: "create_task",
    arguments: { title: "Count the clownfish" },
  });
  const found = await program.send(token, "tools/call", {
    name: "search",
    arguments: { query: "clownfish" },
  });
  expect(JSON.stringify(found)).toContain(`${server.url}/tasks?task=`);

  await page.goto("/settings?view=tokens");
  const list = page.getByRole("list", { name: "Connected programs" });
  await expect(list.getByText("<b>Reef</b> editor")).toBeVisible();
  await expect(list.getByText("Reads and writes Tasks. Reads Search and Ask AI.")).toBeVisible();
  await page.getByRole("button", { name: "Disconnect <b>Reef</b> editor" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("No connected programs")).toBeVisible();
  expect(await program.statusOf(token)).toBe(401);
  program.close();
});

test("a request that the program made wrong leads nowhere until the person goes back", async ({
  signIn,
  server,
}) => {
  const program = await openProgram(server.url);
  const page = await signIn("marisol.vega");
  await page.goto(program.consentAddress.replace("S256", "plain"));
  await expect(page.getByText("made a request that cannot be answered")).toBeVisible();
  expect(program.wasAnswered()).toBe(false);
  await page.getByRole("button", { name: `Go Back to ${program.host}` }).click();
  await expect(page.getByText("You can close this page.")).toBeVisible();
  await expect.poll(() => program.wasAnswered()).toBe(true);
  program.close();
});

/** Registers a program on this device that waits for the browser to come back. */
async function openProgram(atoll: string) {
  let answered: URL | undefined;
  const waiting = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname === "/callback") answered = url;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end('<!doctype html><link rel="icon" href="data:,"><p>You can close this page.</p>');
  });
  waiting.listen(0, "127.0.0.1");
  await once(waiting, "listening");
  const host = `127.0.0.1:${(waiting.address() as AddressInfo).port}`;
  const redirectUri = `http://${host}/callback`;
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(new URL(path, atoll), { method: "POST", body, headers });
  const json = { "content-type": "application/json" };
  const registered = await post(
    "/api/oauth/clients",
    JSON.stringify({ client_name: "<b>Reef</b> editor", redirect_uris: [redirectUri] }),
    json,
  );
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const request = new URLSearchParams({
    ...{ response_type: "code", client_id, redirect_uri: redirectUri, state: "abc" },
    scope: "tasks:write search:read chat:write",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    ...{ code_challenge_method: "S256", resource: `${atoll}/api/mcp` },
  });
  const message = (token: string, method: string, params: unknown) =>
    post("/api/mcp", JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), {
      ...json,
      authorization: `Bearer ${token}`,
    });
  return {
    host,
    consentAddress: `/connect?${request}`,
    wasAnswered: () => answered !== undefined,
    async fetchToken() {
      expect(answered?.searchParams.get("state")).toBe("abc");
      const form = new URLSearchParams({
        ...{ grant_type: "authorization_code", client_id, redirect_uri: redirectUri },
        ...{ code: answered?.searchParams.get("code") ?? "", code_verifier: verifier },
      });
      const answer = await post("/api/oauth/token", String(form), {
        "content-type": "application/x-www-form-urlencoded",
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    async send(token: string, method: string, params: unknown) {
      return ((await (await message(token, method, params)).json()) as { result: unknown }).result;
    },
    statusOf: async (token: string) => (await message(token, "ping", {})).status,
    close: () => waiting.close(),
  };
}
