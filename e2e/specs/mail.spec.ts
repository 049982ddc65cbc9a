import { type MailServer, startMailServer, tokenIn } from "../../server/test/mail-server.ts";
import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { said, say } from "../fixtures/chat.ts";
import { startDemoServer } from "../fixtures/demo-server.ts";
import { freePort } from "../fixtures/free-port.ts";
import { expect, fillSignIn, giveSession, test } from "../fixtures/test.ts";

// Chromium reports a link that was used and a password that is refused by itself.
test.use({ allowConsole: /Failed to load resource: the server responded with a status of 40[014]/ });
// One server for both of them.
test.describe.configure({ mode: "default" });

const admin = { email: "ada@reef.example", password: "first-tide-lantern-8" };
const ana = { email: "ana.lima@reef.example", password: "seven pelicans on a pier" };
const ben = "ben.roth@reef.example";
const mailServerSecret = "the secret of the mail server of the reef".replaceAll(" ", "-");
const newPassword = "eight herons on a jetty";

let smtp: MailServer | undefined;
let atoll: Awaited<ReturnType<typeof startDemoServer>> | undefined;
let url: string;

test.beforeAll(async () => {
  smtp = await startMailServer();
  const port = await freePort();
  url = `http://localhost:${port}`;
  const { host, port: smtpPort } = smtp.config.server;
  atoll = await startDemoServer({
    ATOLL_ADMIN_EMAIL: admin.email,
    ATOLL_ADMIN_PASSWORD: admin.password,
    ATOLL_COMPANY_NAME: "Reef & Sons",
    PORT: String(port),
    ATOLL_PUBLIC_URL: url,
    SMTP_URL: `smtp://${host}:${smtpPort}`,
    MAIL_FROM: "Reef <atoll@reef.example>",
    MAIL_INBOUND_SECRET: mailServerSecret,
    MAIL_INBOUND_ADDRESS: "atoll@in.reef.example",
    MAIL_INBOUND_AUTHSERV_ID: "mx.reef.example",
  });
});

test.afterAll(async () => {
  await atoll?.close();
  await smtp?.stop();
});

/** The page that the newest mail to an address leads to. */
async function linkTo(address: string, page: string, count: number): Promise<string> {
  const mails = (await smtp?.mailsTo(address, count)) ?? [];
  const mail = mails.findLast(({ text }) => text.includes(`${url}/${page}#`));
  return `/${page}#${tokenIn(mail ?? { text: "" })}`;
}

test("a person who is invited by mail comes in with their own password, and says hello", {
  tag: "@everyday",
}, async ({ openBrowser }) => {
  const office = await openBrowser({ baseURL: url });
  await office.goto("/login");
  await fillSignIn(office, admin.email, admin.password);
  await office.waitForURL("**/dashboard");
  await office.goto("/admin/invitations");
  await office.getByRole("button", { name: "Invite people" }).first().click();
  await office.getByLabel("People", { exact: true }).fill(`Ana Lima <${ana.email}>\nnot a person`);
  const dialog = office.getByRole("dialog");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(dialog.getByText("Line 2, not a person: This line has no email address")).toBeVisible();
  await dialog.getByRole("button", { name: "Invite 1 person" }).click();
  const row = office.getByRole("row").filter({ hasText: ana.email });
  await expect(row.getByText("Sent", { exact: true })).toBeVisible();

  const newcomer = await openBrowser({ baseURL: url });
  const link = await linkTo(ana.email, "join", 1);
  await newcomer.goto(link);
  await expect(newcomer.getByRole("heading", { name: "Join Reef & Sons" })).toBeVisible();
  await expect(newcomer.getByLabel("Full name")).toHaveValue("Ana Lima");
  await newcomer.getByLabel("Password", { exact: true }).fill(ana.password);
  await newcomer.getByRole("button", { name: "Create account" }).click();
  await newcomer.waitForURL("**/chat/channel/**");
  await say(newcomer, "Hello from Ana");
  await expect(said(newcomer, "Hello from Ana")).toBeVisible();
  await expect(row.getByText("Accepted")).toBeVisible();

  const stranger = await openBrowser({ baseURL: url });
  await stranger.goto(link);
  await expect(stranger.getByText("This link does not work.")).toBeVisible();

  // The used link was of someone who is signed in here. The next one is opened in the same tab.
  await office.getByRole("button", { name: "Invite people" }).first().click();
  await office.getByLabel("People", { exact: true }).fill(ben);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const next = await linkTo(ben, "join", 1);
  await newcomer.goto(next);
  await expect(newcomer.getByText("You are signed in as Ana Lima.")).toBeVisible();
  await newcomer.getByRole("button", { name: "Sign Out" }).click();
  await expect(newcomer.getByLabel("Email")).toHaveValue(ben);
  expect(newcomer.url()).toBe(`${url}${next}`);
  await stranger.goto(next);
  await expect(stranger.getByLabel("Email")).toHaveValue(ben);
});

test("an announcement that came by mail is answered from the mail program", async ({ openBrowser }) => {
  const colleague = await createEmployee(await callAsAdministrator(url, admin), "Cleo Berg");
  const office = await openBrowser({ baseURL: url });
  await giveSession(office, admin.email, admin.password, url);
  await office.goto("/announcements");
  await office.getByRole("button", { name: /^New/ }).first().click();
  await office.getByRole("textbox", { name: "Title" }).fill("The crane comes on Friday");
  await office.getByRole("textbox", { name: "Text" }).fill("Keep the quay free.");
  await office.getByRole("switch", { name: /^Must read/ }).check();
  await office.getByRole("switch", { name: "Also by mail" }).check();
  await office.getByRole("switch", { name: /^Comments/ }).check();
  await office.getByRole("button", { name: /^Publish to / }).click();
  await expect(office.getByRole("heading", { name: "The crane comes on Friday", level: 1 })).toBeVisible();

  const mail = (await smtp?.mailsTo(colleague.email, 1))?.at(-1);
  const replyTo = mail?.headerLines.find(({ key }) => key === "reply-to")?.line ?? "";
  const answer = await fetch(`${url}/api/mail/inbound`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${mailServerSecret}`,
      "content-type": "message/rfc822",
      "x-envelope-to": /<(.+)>/.exec(replyTo)?.[1] ?? "",
      "x-envelope-from": colleague.email,
    },
    body: [
      "Authentication-Results: mx.reef.example; dkim=pass header.d=pelicanworks.example",
      `From: Cleo Berg <${colleague.email}>`,
      "Subject: Re: The crane comes on Friday",
      `Date: ${new Date().toUTCString()}`,
      "Message-ID: <answer@pelicanworks.example>",
      "",
      "The blue boat stays until noon.",
      "",
      "On Friday, Reef wrote:",
      ...(mail?.text.split("\n") ?? []).map((line) => `> ${line}`),
    ].join("\r\n"),
  });
  expect(answer.status).toBe(202);
  await expect(office.getByText("The blue boat stays until noon.")).toBeVisible();
  await expect(office.getByText("Sent by mail")).toBeVisible();
  await office.goto("/admin/mail");
  await office.getByRole("radio", { name: "Received" }).check();
  await expect(office.getByRole("row").filter({ hasText: "Cleo Berg" })).toBeVisible();
});

test("a forgotten password is replaced by mail", async ({ openBrowser }) => {
  const page = await openBrowser({ baseURL: url });
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password?" })).toBeVisible();
  await page.getByLabel("Email").fill(admin.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`If there is an account with the email ${admin.email}`)).toBeVisible();
  await page.goto(await linkTo(admin.email, "reset-password", 1));
  await page.getByLabel("New password").fill("1234567890");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This password is too easy to guess.")).toBeVisible();
  await page.getByLabel("New password").fill(newPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password is changed")).toBeVisible();
  // A used link says so before anything is typed.
  await page.reload();
  await expect(page.getByText("This link does not work.")).toBeVisible();
  await expect(page.getByLabel("New password")).toBeHidden();
  await page.getByRole("link", { name: "Go to the sign-in page" }).click();
  await fillSignIn(page, admin.email, newPassword);
  await page.waitForURL("**/dashboard");
  await expect(page.getByText("Your password was changed with a link that was mailed to you.")).toBeVisible();
});
