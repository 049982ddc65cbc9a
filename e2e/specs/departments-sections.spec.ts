import { createHmac } from "node:crypto";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

test.use({ toastSeconds: "60" });

test("Frontend: a bug is reported, accepted by a key, and seen at once on a phone", async ({ signIn }) => {
  const aiko = await signIn("aiko.tanabe");
  const lucas = await signIn("lucas.ferreira", phone);
  const title = `Blank tile ${Date.now()}`;
  await aiko.goto("/frontend");
  await expect(aiko.getByRole("heading", { name: "Recent changes" })).toBeVisible();
  await expectAccessible(aiko, "the overview of a department");
  await aiko
    .getByRole("navigation", { name: "Sections of Frontend" })
    .getByRole("link", { name: "Bugs" })
    .click();
  await aiko.getByRole("button", { name: "New Bug" }).click();
  await aiko.getByRole("textbox", { name: "Name" }).fill(title);
  await aiko.getByRole("button", { name: "Add bug" }).click();
  await expect(aiko.getByText("Severity is required")).toBeVisible();
  await aiko.getByRole("combobox", { name: "Severity" }).click();
  await aiko.getByRole("option", { name: "S2" }).click();
  await aiko.getByRole("button", { name: "Add bug" }).click();
  await lucas.goto("/frontend/bugs?view=list");
  await expect(lucas.getByRole("link", { name: title })).toBeVisible();
  await aiko.getByRole("link", { name: title }).click();
  await expect(aiko.getByRole("heading", { name: title })).toBeVisible();
  await aiko.keyboard.press("1");
  await expect(
    lucas.getByRole("region", { name: "Accepted" }).getByRole("link", { name: title }),
  ).toBeVisible();
});

test("Business Development: a sequence needs consent, and stops when it is withdrawn", async ({ signIn }) => {
  const ines = await signIn("ines.caballero", phone);
  const ruth = await signIn("ruth.adeyemi");
  const name = `Nora Vik ${Date.now()}`;
  await ruth.goto("/business-development/outreach");
  await ruth.getByRole("button", { name: "New Contact" }).click();
  await ruth.getByRole("textbox", { name: "Name" }).fill(name);
  await ruth.getByRole("textbox", { name: "Company" }).fill("Norr Line");
  await ruth.getByRole("button", { name: "Add contact" }).click();
  await ruth.getByRole("link", { name }).click();
  await ruth.getByRole("combobox", { name: "Stage" }).click();
  await ruth.getByRole("option", { name: "In sequence" }).click();
  await ruth.getByRole("button", { name: "Save contact" }).click();
  await expect(ruth.getByText("Record consent before you start a sequence.")).toBeVisible();
  await ruth.getByRole("combobox", { name: "Consent" }).click();
  await ruth.getByRole("option", { name: "Given" }).click();
  await ruth.getByRole("button", { name: "Save contact" }).click();
  await ines.goto("/business-development/outreach?view=list");
  await expect(ines.getByRole("region", { name: "In sequence" }).getByRole("link", { name })).toBeVisible();
  await ruth.getByRole("link", { name }).click();
  await ruth.getByRole("combobox", { name: "Consent" }).click();
  await ruth.getByRole("option", { name: "Withdrawn" }).click();
  await ruth.getByRole("button", { name: "Save contact" }).click();
  await expect(ines.getByRole("region", { name: "Stopped" }).getByRole("link", { name })).toBeVisible();
});

test("Business Development: a sequence makes a task, and the next one when it is done", async ({
  signIn,
}) => {
  const ruth = await signIn("ruth.adeyemi");
  const ines = await signIn("ines.caballero", phone);
  const id = Date.now();
  const [contact, sequence] = [`Ida Strand ${id}`, `Ports in spring ${id}`];
  await ruth.goto("/business-development/outreach");
  await ruth.getByRole("button", { name: "More", exact: true }).click();
  await ruth.getByRole("menuitem", { name: "Sequences" }).click();
  await ruth.getByRole("button", { name: "New Sequence" }).click();
  await ruth.getByRole("textbox", { name: "Name" }).fill(sequence);
  await ruth.getByRole("textbox", { name: "Task" }).fill("Mail: the map");
  await ruth.getByRole("button", { name: "Add step" }).click();
  await ruth.getByRole("group", { name: "Step 2" }).getByRole("textbox", { name: "Task" }).fill("Call them");
  await expectAccessible(ruth, "a sequence that is written");
  await ruth.getByRole("button", { name: "Save sequence" }).click();
  await expect(ruth.getByText("2 steps over 3 days, 0 contacts in it")).toBeVisible();
  await ruth.keyboard.press("Escape");
  await ruth.getByRole("button", { name: "New Contact" }).click();
  await ruth.getByRole("textbox", { name: "Name" }).fill(contact);
  await ruth.getByRole("textbox", { name: "Company" }).fill("Norr Line");
  await ruth.getByRole("combobox", { name: "Consent" }).click();
  await ruth.getByRole("option", { name: "Given" }).click();
  await ruth.getByRole("button", { name: "Add contact" }).click();
  await ruth.getByRole("link", { name: contact }).click();
  await ruth.getByRole("button", { name: "Start a sequence" }).click();
  await ruth.getByRole("combobox", { name: "Sequence" }).click();
  await ruth.getByRole("option", { name: sequence }).click();
  await ruth.getByRole("button", { name: "Start", exact: true }).click();
  const steps = ruth.getByRole("list", { name: "Steps of the sequence" });
  const first = steps.getByRole("link", { name: "Mail: the map" });
  await expect(first).toBeVisible();
  const task = await first.getAttribute("href");
  await ines.goto(task ?? "");
  await ines.getByRole("button", { name: /^Status:/ }).click();
  await ines.getByRole("menuitemradio", { name: "Done" }).click();
  await expect(steps.getByRole("link", { name: "Call them" })).toBeVisible();
  await expect(steps.getByText(/^Done /)).toBeVisible();
});

test("Business Development: a proposal starts from a template, with its placeholders filled", async ({
  signIn,
}) => {
  const ruth = await signIn("ruth.adeyemi");
  const title = `Saltmarsh, second phase ${Date.now()}`;
  await ruth.goto("/business-development/proposals");
  await ruth.getByRole("button", { name: "New Proposal" }).click();
  await ruth.getByRole("combobox", { name: "Start from" }).click();
  await ruth.getByRole("option", { name: "Pilot" }).click();
  await expect(ruth.getByText("Still open in the text: company, value, contact.")).toBeVisible();
  await ruth.getByRole("textbox", { name: "Name" }).fill(title);
  await ruth.getByRole("textbox", { name: "Client" }).fill("Saltmarsh Rail");
  await ruth.getByRole("textbox", { name: "Value" }).fill("12,500 EUR");
  await expect(ruth.getByText("Still open in the text: contact.")).toBeVisible();
  await expectAccessible(ruth, "a proposal from a template");
  await ruth.getByRole("button", { name: "Add proposal" }).click();
  await ruth.getByRole("link", { name: title }).click();
  await expect(ruth.getByText("Pilot with Saltmarsh Rail")).toBeVisible();
  await expect(ruth.getByText("One site, six weeks, 12,500 EUR.")).toBeVisible();
});

// A request that cannot be sent is also a failed load to Chromium.
test.describe("requests to an API", () => {
  test.use({ allowConsole: /409.*\/trial/ });

  test("Backend: two versions of an API are compared, and an operation is tried on staging alone", async ({
    signIn,
  }) => {
    const priya = await signIn("priya.nair");
    await priya.goto("/backend/api-docs");
    await priya.getByRole("button", { name: "More", exact: true }).click();
    await priya.getByRole("menuitem", { name: "Compare versions" }).click();
    const compared = priya.getByRole("dialog", { name: "Compare versions" });
    await compared.getByRole("combobox", { name: "Service" }).click();
    await priya.getByRole("option", { name: "billing" }).click();
    await expect(compared.getByText("body site_id is required now")).toBeVisible();
    await expect(compared.getByText(/change.*breaking/)).toBeVisible();
    await expectAccessible(priya, "two versions of an API");
    await compared.getByRole("button", { name: "Close" }).last().click();
    await priya.getByRole("link", { name: "Create an invoice" }).click();
    await priya.getByRole("button", { name: "Fill example" }).click();
    await expect(priya.getByRole("textbox", { name: "Body" })).toHaveValue(/"site_id": "text"/);
    await expect(priya.getByRole("button", { name: "Send to Staging" })).toBeVisible();
    await priya.getByRole("combobox", { name: "Server" }).click();
    await expect(priya.getByRole("option")).toHaveText(["Staging"]);
    await priya.keyboard.press("Escape");
    await priya.getByRole("textbox", { name: "Token" }).fill("nobody-sees-this");
    await priya.getByRole("button", { name: "Send to Staging" }).click();
    // The demo company's staging is nowhere.
    await expect(priya.getByText(/cannot be reached|gave no answer/).first()).toBeVisible();
  });
});

test("Backend: each reader ticks the steps of a path for themselves", async ({ signIn }) => {
  const priya = await signIn("priya.nair");
  const leila = await signIn("leila.farahani", phone);
  await priya.goto("/backend/training");
  await priya.getByRole("link", { name: "Reading query plans" }).click();
  const step = "EXPLAIN and what it says";
  await priya.getByRole("checkbox", { name: step }).click();
  await expect(priya.getByRole("checkbox", { name: step })).toBeChecked();
  await leila.goto(new URL(priya.url()).pathname);
  await expect(leila.getByRole("checkbox", { name: step })).not.toBeChecked();
  await expectAccessible(leila, "a path of training on a phone");
  await priya.reload();
  await expect(priya.getByRole("checkbox", { name: step })).toBeChecked();
});

test("DevOps: a runbook that did not work says so to everybody, and a drill verifies it", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const rania = await signIn("rania.khoury", phone);
  const problem = `The zone file is gone ${Date.now()}`;
  await dev.goto("/devops/deployment");
  await expect(dev.getByRole("row", { name: /checkout/ })).toBeVisible();
  await expectAccessible(dev, "services by environment");
  const behind = dev.getByRole("row").filter({ has: dev.getByRole("button", { name: /^Promote/ }) });
  const service = (await behind.first().getByRole("rowheader").textContent()) ?? "";
  await behind
    .first()
    .getByRole("button", { name: /^Promote/ })
    .click();
  const promoted = dev
    .getByRole("row")
    .filter({ has: dev.getByRole("rowheader", { name: service, exact: true }) });
  await expect(promoted.getByRole("link", { name: "Requested" })).toBeVisible();
  await dev.goto("/devops/rollback");
  await dev.getByRole("link", { name: "DNS change" }).click();
  await rania.goto(new URL(dev.url()).pathname);
  await rania.getByRole("button", { name: "It did not work" }).click();
  await rania.getByRole("textbox", { name: "What did not work?" }).fill(problem);
  await rania.getByRole("button", { name: "Report problem" }).click();
  await expect(dev.getByText("Problems reported")).toBeVisible();
  await expect(dev.getByRole("checkbox", { name: problem })).toBeVisible();
});

test("DevOps: an alert is silenced with a reason, which everybody sees, and uptime shows what is unknown", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const rania = await signIn("rania.khoury", phone);
  await rania.goto("/devops/monitoring?view=list");
  const row = rania
    .getByRole("listitem")
    .filter({ has: rania.getByRole("link", { name: "Webhook retries climb" }) });
  await expect(row).toBeVisible();
  await dev.goto("/devops/monitoring");
  const strips = dev.getByRole("list", { name: "Uptime by service" });
  await expect(strips.getByRole("img", { name: /Up: \d+.*No data: \d+/ }).first()).toBeVisible();
  await dev.getByRole("radio", { name: "24 hours" }).click();
  await expect(dev.getByText("Uptime, last 24 hours")).toBeVisible();
  await expectAccessible(dev, "monitoring with uptime");
  await dev.getByRole("link", { name: "Webhook retries climb" }).click();
  await dev.getByRole("button", { name: "Silence", exact: true }).click();
  const dialog = dev.getByRole("dialog", { name: "Silence Webhook retries climb" });
  await dialog.getByRole("button", { name: "Silence", exact: true }).click();
  await expect(dialog.getByText("Give a reason")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("A partner moves its data centre");
  await dialog.getByRole("button", { name: "Silence", exact: true }).click();
  await expect(dev.getByText("A partner moves its data centre")).toBeVisible();
  await expect(row.getByText("Silenced")).toBeVisible();
  await dev.getByRole("button", { name: "End silence" }).click();
  await expect(row.getByText("Silenced")).toBeHidden();
});

test("Marketing: an item moves by a day in its lane, and a campaign gives a link", async ({ signIn }) => {
  const hanne = await signIn("hanne.lindqvist");
  const noor = await signIn("noor.haddad", phone);
  await hanne.goto("/marketing/calendar");
  const item = hanne.getByRole("region", { name: "Events" }).getByRole("link", { name: /Partner evening/ });
  await item.focus();
  await hanne.keyboard.press("ArrowRight");
  const undo = await keepUndo(hanne);
  await expect(hanne.getByText("Partner evening moved by 1 day")).toBeVisible();
  await undo.click();
  await noor.goto("/marketing/campaigns");
  await noor.getByRole("link", { name: "Depots in winter" }).click();
  await noor.getByRole("textbox", { name: "Content" }).fill("Photo Day A");
  await expect(noor.getByText("Use lower case and dashes: photo-day-a")).toBeVisible();
  await noor.getByRole("button", { name: "Use photo-day-a" }).click();
  await expect(noor.getByText(/utm_campaign=2026-depots-in-winter&utm_content=photo-day-a/)).toBeVisible();
});

test("DevOps: a webhook is added, and the run that it reports is seen at once on a phone", async ({
  signIn,
  server,
}) => {
  const dev = await signIn("dev.raghunathan");
  const rania = await signIn("rania.khoury", phone);
  const title = `Reported build ${Date.now()}`;
  await rania.goto("/devops/pipelines?view=list");
  await expect(rania.getByText("Deploy frequency")).toBeVisible();
  await rania.getByRole("button", { name: "More", exact: true }).click();
  await expect(rania.getByRole("menuitem", { name: "Import CSV" })).toBeVisible();
  await expect(rania.getByRole("menuitem", { name: "Webhooks" })).toBeHidden();
  await rania.keyboard.press("Escape");
  await dev.goto("/devops/pipelines");
  await dev.getByRole("button", { name: "More", exact: true }).click();
  await dev.getByRole("menuitem", { name: "Webhooks" }).click();
  await dev.getByRole("button", { name: "New Webhook" }).click();
  await dev.getByRole("textbox", { name: "Name" }).fill("Our builder");
  await dev.getByRole("combobox", { name: "System" }).click();
  await dev.getByRole("option", { name: "Any system" }).click();
  await dev.getByRole("button", { name: "Add webhook" }).click();
  const codes = dev.getByRole("region", { name: "The new webhook" }).locator("code");
  await expect(codes).toHaveCount(2);
  const [address = "", secret = ""] = await codes.allTextContents();
  await expectAccessible(dev, "a new webhook");
  const body = JSON.stringify({ id: title, title, service: "checkout", status: "failed" });
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
    .update(`1.${time}.${body}`)
    .digest("base64");
  const answer = await fetch(new URL(new URL(address).pathname, server.url), {
    method: "POST",
    headers: { "webhook-id": "1", "webhook-timestamp": time, "webhook-signature": `v1,${signature}` },
    body,
  });
  expect(answer.status).toBe(202);
  await expect(
    rania.getByRole("region", { name: "Failed" }).getByRole("link", { name: title }),
  ).toBeVisible();
  await dev.getByRole("button", { name: "Done" }).click();
  await dev.getByRole("button", { name: "Log of Our builder" }).click();
  const deliveries = dev.getByRole("list", { name: "Deliveries" });
  await expect(deliveries.getByText("Done")).toBeVisible();
  await deliveries.getByRole("button", { name: /Replay/ }).click();
  await expect(deliveries.getByText("Ignored")).toBeVisible();
});

test("Backend: tables are imported after a check, and drawn for everybody", async ({ signIn }) => {
  const tomasz = await signIn("tomasz.wilk");
  const priya = await signIn("priya.nair", phone);
  const table = `ledger_${Date.now()}`;
  await priya.goto("/backend/schema");
  await tomasz.goto("/backend/schema");
  await tomasz.getByRole("button", { name: "More", exact: true }).click();
  await tomasz.getByRole("menuitem", { name: "Import" }).click();
  await tomasz
    .getByRole("textbox", { name: "Text" })
    .fill(`CREATE TABLE ${table} (id uuid PRIMARY KEY, email text, parent uuid REFERENCES ${table} (id));`);
  await tomasz.getByRole("button", { name: "Check" }).click();
  await expect(tomasz.getByText("1 new table")).toBeVisible();
  await tomasz.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  const drawn = (page: typeof tomasz) =>
    page.getByRole("region", { name: "Diagram" }).getByRole("link", { name: table });
  await expect(drawn(tomasz)).toBeVisible();
  await expect(drawn(priya)).toBeVisible();
  await expectAccessible(tomasz, "the diagram of tables");
  await drawn(tomasz).click();
  await expect(tomasz.getByText("Personal data").first()).toBeVisible();
});
