import { createHmac, randomUUID } from "node:crypto";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { createClient } from "../../server/test/client.ts";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { send, stored } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("a pull request is shown on the task that it names, and moves it", async ({ signIn, server }) => {
  const greta = await signIn("greta.holm");
  const marisol = await signIn("marisol.vega", phone);
  await marisol.goto("/dashboard");
  const user: { departments?: { id: string; slug: string }[] } = await stored(marisol, "atoll.session.user");
  const departmentId = user.departments?.find(({ slug }) => slug === "marketing")?.id;
  const id = randomUUID();
  await send(marisol, "POST", taskRoutes.createTask.path, { id, title: "Mend the pier", departmentId });
  const name = `site ${id.slice(0, 6)}`;

  const [address = "", secret = ""] = await test.step("an administrator connects a repository", async () => {
    await greta.goto("/admin/repositories");
    await greta.getByRole("button", { name: "New connection" }).click();
    const dialog = greta.getByRole("dialog", { name: "New repository connection" });
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByRole("combobox", { name: "Search departments" }).fill("marketing");
    await dialog.getByRole("option", { name: "Marketing" }).click();
    await dialog.getByRole("checkbox", { name: /^Opened/ }).check();
    await dialog.getByRole("checkbox", { name: /^Merged/ }).check();
    await expectAccessible(greta, "the form of a repository connection");
    await dialog.getByRole("button", { name: "Create connection" }).click();
    await expect(greta.getByText("Nothing was received yet.").first()).toBeVisible();
    return greta.getByRole("status").or(greta.getByRole("alert")).locator("code").allTextContents();
  });

  const deliver = async (action: string, minute: number, more: object) => {
    const pull = {
      ...{
        title: "Mend it",
        body: `Ends ${server.url}/tasks?task=${id}`,
        state: "open",
        head: { ref: "mend" },
      },
      ...{ html_url: "https://git.example.test/octo/site/pull/4", user: { login: "mo" }, ...more },
      updated_at: `2026-11-20T09:0${minute}:00Z`,
    };
    const repository = { id: 4, full_name: "octo/site", html_url: "https://git.example.test/octo/site" };
    const raw = JSON.stringify({ action, number: 4, repository, pull_request: pull });
    const signature = `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`;
    const headers = { "x-github-event": "pull_request", "x-hub-signature-256": signature };
    const answer = await createClient(server.url).send("POST", new URL(address).pathname, { raw, headers });
    expect(answer.status).toBe(202);
  };

  await test.step("the open task shows the pull request, and its status follows", async () => {
    await marisol.goto(`/tasks?task=${id}`);
    const sheet = marisol.getByRole("dialog");
    await expect(sheet.getByRole("button", { name: "Status: To Do" })).toBeVisible();
    await deliver("opened", 1, {});
    const pulls = sheet.getByRole("list", { name: "Pull requests" });
    await expect(pulls.getByRole("link", { name: "Mend it" })).toBeVisible();
    await expect(pulls.getByText("Open", { exact: true })).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Status: In Progress" })).toBeVisible();
    await expectAccessible(marisol, "a task with a pull request");
    await deliver("closed", 2, { state: "closed", merged: true });
    await expect(pulls.getByText("Merged", { exact: true })).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Status: Done" })).toBeVisible();
  });

  await test.step("the connection says what it received last", async () => {
    const row = greta.getByRole("listitem").filter({ hasText: name });
    await expect(row.getByText(/pull_request, done\./)).toBeVisible();
    await greta.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(greta, "the repository connections");
    await greta.getByRole("button", { name: `More for ${name}` }).click();
    await greta.getByRole("menuitem", { name: "Delete" }).click();
    await greta.getByRole("button", { name: "Delete connection" }).click();
    await expect(row).toBeHidden();
  });
});
