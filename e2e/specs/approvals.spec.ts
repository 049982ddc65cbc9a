import { randomUUID } from "node:crypto";
import { automationRoutes } from "@atoll/contract/automations/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { callAs } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("an automation asks for approval, and goes on with the answers of people on a phone and by keyboard", async ({
  signIn,
  server,
}) => {
  const [greta, sam, dev] = await Promise.all(
    ["greta.holm", "sam.okafor", "dev.raghunathan"].map((name) => callAs(server.url, name)),
  );
  const { user } = await dev!.client.call(identityRoutes.getCurrentUser, {});
  const devops = user.departments.find(({ slug }) => slug === "devops")!.id;
  const word = `rope${randomUUID().slice(0, 6)}`;
  const make = (title: string, more = {}) => ({
    ...{ do: "task.create" as const, title, departmentId: devops, description: "{{approval.reason}}" },
    ...more,
  });
  await greta!.client.call(automationRoutes.createAutomation, {
    body: {
      ...{ id: randomUUID(), name: `Buy ${word}`, place: { kind: "department", id: devops } },
      trigger: { kind: "task.created" },
      actions: [
        {
          ...{ do: "approval.ask", personIds: [sam!.id, dev!.id], needs: "all", days: 3 },
          text: "Shall we buy {{task.title}}?",
        },
        make(`Bought: ${word}`),
        make(`Not bought: ${word}`, { when: "declined" }),
      ],
    },
  });
  const ask = () =>
    dev!.client.call(taskRoutes.createTask, {
      body: { id: randomUUID(), title: word, departmentId: devops },
    });
  const samPage = await signIn("sam.okafor", phone);
  const devPage = await signIn("dev.raghunathan");
  for (const page of [samPage, devPage]) await page.goto("/approvals");

  await test.step("one approves on a phone, after a reload that loses no word of the reason", async () => {
    await ask();
    const reason = samPage.getByRole("textbox", { name: "Reason (optional)" });
    await reason.fill("It is on sale");
    await expect(reason).toHaveValue("It is on sale");
    await samPage.reload();
    await expect(reason).toHaveValue("It is on sale");
    await expectAccessible(samPage, "a request for approval on a phone");
    await samPage.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(samPage.getByText("Nothing to approve")).toBeVisible();
  });

  await test.step("the other sees that at once, and declines by keyboard", async () => {
    await expect(devPage.getByText("Sam Okafor approved")).toBeVisible();
    await expect(devPage.getByText("It is on sale")).toBeVisible();
    await devPage.getByRole("textbox", { name: "Reason (optional)" }).focus();
    await devPage.keyboard.type("We have enough");
    await devPage.keyboard.press("Tab");
    await devPage.keyboard.press("Tab");
    await expect(devPage.getByRole("button", { name: "Decline" })).toBeFocused();
    await devPage.keyboard.press("Enter");
    await expect(devPage.getByText("Nothing to approve")).toBeVisible();
  });

  await test.step("the run goes on with what is for a refusal, and the link leads to the task", async () => {
    await samPage.getByRole("radio", { name: "Earlier" }).check();
    await expect(samPage.getByText("Declined", { exact: true })).toBeVisible();
    await samPage.getByRole("link", { name: word }).click();
    await expect(samPage).toHaveURL(/\/tasks/);
    await samPage.goto(`/tasks?q=${word}`);
    await expect(samPage.getByText(`Not bought: ${word}`).first()).toBeVisible();
    await expect(samPage.getByText(`Bought: ${word}`, { exact: true })).toHaveCount(0);
  });
});
