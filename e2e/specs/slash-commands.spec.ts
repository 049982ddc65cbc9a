import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { commandRoutes } from "@atoll/contract/commands/routes";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { composer, said } from "../fixtures/chat.ts";
import { callAs, createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

const two = { owner: "marisol.vega", member: "ruth.adeyemi" };

test("a person asks by a poll, with the keyboard alone, and a colleague votes on a phone", async ({
  signIn,
  server,
}) => {
  const channel = await createPrivateChannel(server.url, two, "lunches");
  const marisol = await signIn(two.owner);
  const ruth = await signIn(two.member, phone);
  for (const page of [marisol, ruth]) await page.goto(`/chat/channel/${channel.id}`);
  await composer(marisol).pressSequentially("/po");
  await expect(marisol.getByRole("listbox", { name: "Commands" }).getByRole("option")).toHaveCount(1);
  await expectAccessible(marisol, "the list of commands");
  await composer(marisol).press("Enter");
  await composer(marisol).pressSequentially('"Lunch?" "Pizza" "Salad" anonymous');
  await expect(marisol.getByText("Asks here: “Lunch?” Pizza · Salad.")).toBeVisible();
  await composer(marisol).press("Enter");
  await expect(composer(marisol)).toHaveValue("");
  await expect(marisol.getByText("The poll is sent. You can close it there.")).toBeVisible();
  const poll = said(ruth, "Lunch?").getByRole("group", { name: "Lunch?" });
  await poll.getByRole("button", { name: /^Salad/ }).click();
  await expect(poll.getByRole("button", { name: /^Salad/ })).toHaveAttribute("aria-pressed", "true");
  const seen = said(marisol, "Lunch?").getByRole("group", { name: "Lunch?" });
  await expect(seen.getByText("1 vote", { exact: true })).toBeVisible();
  await expectAccessible(ruth, "a poll on a phone");
  await seen.getByRole("button", { name: "Close poll" }).click();
  const asked = marisol.getByRole("alertdialog", { name: "Close this poll?" });
  await asked.getByRole("button", { name: "Close poll" }).click();
  await expect(poll.getByText("This poll is closed")).toBeVisible();
  await expect(poll.getByRole("button", { name: /^Salad.*1 vote$/ })).toBeVisible();

  await composer(ruth).fill("/remind me to bring forks tomorrow at 9");
  await expect(ruth.getByText(/^Reminds you: .*“bring forks”$/)).toBeVisible();
  await ruth.getByRole("button", { name: "Send" }).click();
  await expect(ruth.getByText(/^Reminder for you: /)).toBeVisible();
  await ruth.getByRole("button", { name: "Undo" }).click();
  await expect(ruth.getByText("The reminder is cancelled.")).toBeVisible();
});

test("a program written for Slack answers a command with a button, whose press changes its message", async ({
  signIn,
  server,
}) => {
  const answers = new Map<string, (form: URLSearchParams) => unknown>([
    [
      "/commands",
      (form) => ({
        response_type: "in_channel",
        text: `Deploy ${form.get("text")}?`,
        attachments: [],
        blocks: [
          { type: "section", text: { type: "mrkdwn", text: `Deploy *${form.get("text")}*?` } },
          {
            type: "actions",
            elements: [
              { type: "button", action_id: "go", value: "1", text: { type: "plain_text", text: "Go" } },
            ],
          },
        ],
      }),
    ],
    [
      "/buttons",
      (form) => ({
        replace_original: true,
        text: `Deployed by ${JSON.parse(form.get("payload") ?? "").user.name}`,
      }),
    ],
  ]);
  const program = createServer(async (request, response: ServerResponse) => {
    let body = "";
    for await (const part of request) body += part;
    const answer = answers.get(request.url ?? "")?.(new URLSearchParams(body));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }).listen(0, "localhost");
  await once(program, "listening");
  const address = `http://localhost:${(program.address() as AddressInfo).port}`;
  try {
    const channel = await createPrivateChannel(server.url, two, "deployments");
    const marisol = await signIn(two.owner);
    await marisol.goto("/admin/commands");
    await marisol.getByRole("button", { name: "New command" }).click();
    const dialog = marisol.getByRole("dialog", { name: "New command" });
    await dialog.getByLabel("Command", { exact: true }).fill("deploy");
    await dialog.getByLabel("Program").fill("Deployments of the yard");
    await dialog.getByLabel("What it does").fill("Deploys a version");
    await dialog.getByLabel("Address", { exact: true }).fill(`${address}/commands`);
    await dialog.getByLabel("Address for presses of buttons").fill(`${address}/buttons`);
    await dialog.getByLabel("Current password").fill(demoPassword);
    await dialog.getByRole("button", { name: "Register command" }).click();
    await expect(marisol.getByText("Copy the signing secret of /deploy now")).toBeVisible();
    await expectAccessible(marisol, "the commands of programs");

    const ruth = await signIn(two.member);
    for (const page of [marisol, ruth]) await page.goto(`/chat/channel/${channel.id}`);
    await composer(marisol).pressSequentially("/deploy");
    await expect(marisol.getByRole("option", { name: /Deploys a version/ })).toBeVisible();
    await composer(marisol).pressSequentially(" staging");
    await composer(marisol).press("Enter");
    const message = said(ruth, "Deploy staging?");
    await message.getByRole("button", { name: "Go" }).click();
    for (const page of [marisol, ruth]) {
      await expect(said(page, "Deployed by Ruth Adeyemi")).toBeVisible();
      await expect(page.getByRole("button", { name: "Go", exact: true })).toHaveCount(0);
    }
  } finally {
    const { client } = await callAs(server.url, two.owner);
    const { commands } = await client.call(commandRoutes.listManagedCommands, {});
    for (const { id } of commands)
      await client.call(commandRoutes.deleteCommand, { params: { commandId: id } });
    program.closeAllConnections();
    program.close();
  }
});
