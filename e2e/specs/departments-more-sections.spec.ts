import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

const isoDay = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("Business Development: a note about the market has a day and a source, and is found by its topic", async ({
  signIn,
}) => {
  const ruth = await signIn("ruth.adeyemi");
  const ines = await signIn("ines.caballero", phone);
  const title = `Harbours publish berths ${Date.now()}`;
  await ines.goto("/business-development/market?view=list&is=Trend");
  await ruth.goto("/business-development/market");
  await ruth.getByRole("button", { name: "New Note" }).click();
  await ruth.getByRole("textbox", { name: "Name" }).fill(title);
  await ruth.getByRole("combobox", { name: "Topic" }).click();
  await ruth.getByRole("option", { name: "Trend" }).click();
  await ruth.getByRole("button", { name: "Add note" }).click();
  await expect(ruth.getByText("Observed on is required")).toBeVisible();
  await ruth.getByRole("textbox", { name: "Observed on" }).fill(isoDay(-1));
  await ruth.getByRole("textbox", { name: "Source", exact: true }).fill("Talk at Ports Expo");
  await expectAccessible(ruth, "a new note about the market");
  await ruth.getByRole("button", { name: "Add note" }).click();
  const row = ines.getByRole("listitem").filter({ has: ines.getByRole("link", { name: title }) });
  await expect(row.getByText("Talk at Ports Expo")).toBeVisible();
  await expectAccessible(ines, "notes about the market on a phone");
  // Amounts in two currencies are wide, and each figure keeps to its own place.
  await ines.goto("/business-development/pipeline");
  const figures = ines.getByLabel("Figures");
  await expect(figures.getByText("Weighted")).toBeVisible();
  const cut = await figures.evaluate(
    (list) => [...list.children].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
  );
  expect(cut).toBe(0);
});

test("Frontend: a guide that worked is verified for everybody, and its commands can be copied", async ({
  signIn,
}) => {
  const aiko = await signIn("aiko.tanabe");
  const lucas = await signIn("lucas.ferreira", phone);
  await aiko.goto("/frontend/setup");
  await aiko.getByRole("link", { name: "invoice-emails" }).click();
  const verification = aiko.getByRole("region", { name: "Verification" });
  await expect(verification.getByText("Not verified lately")).toBeVisible();
  await lucas.goto(new URL(aiko.url()).pathname);
  await lucas.getByRole("button", { name: "It worked for me" }).click();
  await expect(verification.getByText("Verified", { exact: true })).toBeVisible();
  await expectAccessible(lucas, "a guide on a phone");
  await aiko.getByRole("link", { name: "partner-portal" }).first().click();
  await expect(aiko.getByRole("button", { name: /^Copy/ }).first()).toBeVisible();
  await expectAccessible(aiko, "a guide with commands");
});

test("Frontend: a convention is adopted with what to do and the day of the decision", async ({ signIn }) => {
  const aiko = await signIn("aiko.tanabe");
  const lucas = await signIn("lucas.ferreira", phone);
  const title = `Buttons are verbs ${Date.now()}`;
  await aiko.goto("/frontend/conventions");
  await aiko.getByRole("button", { name: "New Convention" }).click();
  await aiko.getByRole("textbox", { name: "Name" }).fill(title);
  await aiko.getByRole("button", { name: "Add convention" }).click();
  await lucas.goto("/frontend/conventions?view=list");
  await expect(
    lucas.getByRole("region", { name: "Proposed" }).getByRole("link", { name: title }),
  ).toBeVisible();
  await aiko.goto("/frontend/conventions?view=list");
  await aiko.getByRole("link", { name: title }).click();
  await aiko.getByRole("combobox", { name: "Stage" }).click();
  await aiko.getByRole("option", { name: "Adopted" }).click();
  await aiko.getByRole("button", { name: "Save convention" }).click();
  await expect(aiko.getByText("Say what to do before it is adopted.")).toBeVisible();
  await aiko.getByRole("textbox", { name: "Do", exact: true }).fill("Save draft, Send");
  await aiko.getByRole("textbox", { name: "Decided on" }).fill(isoDay(0));
  await aiko.getByRole("button", { name: "Save convention" }).click();
  await expect(
    lucas.getByRole("region", { name: "Adopted" }).getByRole("link", { name: title }),
  ).toBeVisible();
});

test("Frontend and Backend: a department's tasks page shows exactly its tasks", async ({ signIn }) => {
  const aiko = await signIn("aiko.tanabe");
  const lucas = await signIn("lucas.ferreira", phone);
  const title = `Sharpen the icons ${Date.now()}`;
  await lucas.goto("/frontend/tasks?view=list");
  await aiko.goto("/frontend/tasks");
  await aiko.getByRole("button", { name: "New Task" }).click();
  const dialog = aiko.getByRole("dialog", { name: "New Task" });
  await dialog.getByRole("textbox", { name: "Title" }).fill(title);
  await dialog.getByRole("button", { name: "Create task" }).click();
  await expect(aiko.getByRole("link", { name: title })).toBeVisible();
  await expect(lucas.getByRole("link", { name: title })).toBeVisible();
  await expectAccessible(lucas, "the tasks of a department on a phone");
  const tomasz = await signIn("tomasz.wilk");
  await tomasz.goto(`/backend/tasks?view=list&text=${encodeURIComponent(title)}`);
  await expect(tomasz.getByRole("heading", { name: "Backend" })).toBeVisible();
  await expect(tomasz.getByRole("link", { name: title })).toBeHidden();
});

test("DevOps: a deployment goes live once a second person has approved it", async ({ signIn }) => {
  const dev = await signIn("dev.raghunathan");
  const rania = await signIn("rania.khoury", phone);
  const title = `reports 2.3.0 to staging ${Date.now()}`;
  await dev.goto("/devops/deployment?view=list");
  await dev.getByRole("button", { name: "New Deployment" }).click();
  await dev.getByRole("textbox", { name: "Name" }).fill(title);
  await dev.getByRole("textbox", { name: "Service" }).fill("reports");
  await dev.getByRole("combobox", { name: "Environment" }).click();
  await dev.getByRole("option", { name: "Staging" }).click();
  await dev.getByRole("textbox", { name: "Version" }).fill("2.3.0");
  await dev.getByRole("button", { name: "Add deployment" }).click();
  await dev.getByRole("link", { name: title }).click();
  async function save(page: typeof dev, stage: string): Promise<void> {
    await page.getByRole("combobox", { name: "Stage" }).click();
    await page.getByRole("option", { name: stage }).click();
    await page.getByRole("button", { name: "Save deployment" }).click();
  }
  const refusal = (page: typeof dev) =>
    page.getByText("The approver, who is not the owner, has to approve it first.");
  await save(dev, "Live");
  await expect(refusal(dev)).toBeVisible();
  await dev.getByRole("group", { name: "Approver" }).getByRole("combobox").fill("Rania");
  await dev.getByRole("option", { name: /Rania Khoury/ }).click();
  await save(dev, "Requested");
  await dev.getByRole("link", { name: title }).click();
  const asked = (page: typeof dev) => page.getByRole("region", { name: "Approvals" });
  await expect(asked(dev).getByText("Waits for Rania Khoury")).toBeVisible();
  await expect(asked(dev).getByRole("button", { name: "Approve" })).toHaveCount(0);
  await rania.goto(new URL(dev.url()).pathname);
  await save(rania, "Live");
  await expect(refusal(rania)).toBeVisible();
  await asked(rania).getByRole("button", { name: "Approve" }).click();
  for (const page of [dev, rania]) await expect(asked(page).getByText(/^Approved/)).toBeVisible();
  await rania.getByRole("button", { name: "Save deployment" }).click();
  await dev.goto("/devops/deployment?view=list");
  await expect(dev.getByRole("region", { name: "Live" }).getByRole("link", { name: title })).toBeVisible();
});

test("Marketing: positions are imported by day with a gap, and unknown keywords are named", async ({
  signIn,
}) => {
  const hanne = await signIn("hanne.lindqvist");
  const noor = await signIn("noor.haddad", phone);
  const title = `quay crane booking ${Date.now()}`;
  await hanne.goto("/marketing/seo");
  await hanne.getByRole("button", { name: "New Keyword" }).click();
  await hanne.getByRole("textbox", { name: "Name" }).fill(title);
  await hanne.getByRole("button", { name: "Add keyword" }).click();
  await hanne.getByRole("button", { name: "More", exact: true }).click();
  await hanne.getByRole("menuitem", { name: "Import CSV" }).click();
  const lines = [
    `${title},${isoDay(-9)},14`,
    `${title},${isoDay(-2)},9`,
    `nobody searches this,${isoDay(-2)},1`,
  ];
  await hanne.getByRole("textbox", { name: "Text" }).fill(lines.join("\n"));
  await hanne.getByRole("button", { name: "Import", exact: true }).click();
  await expect(hanne.getByText("No keyword is called nobody searches this.")).toBeVisible();
  await noor.goto("/marketing/seo?view=list");
  await noor.getByRole("link", { name: title }).click();
  await expect(noor.getByRole("img", { name: /^Position: 14 on .*, 9 on / })).toBeVisible();
  await expectAccessible(noor, "the history of a keyword on a phone");
});

test("Business Development: the same file of deals imported twice adds each once, and an import is undone", async ({
  signIn,
}) => {
  const ruth = await signIn("ruth.adeyemi");
  const name = `Pontoon ${Date.now()}`;
  await ruth.goto("/business-development/pipeline?view=table");
  const dialog = ruth.getByRole("dialog", { name: "Import into Pipeline" });
  const check = async () => {
    await ruth.getByRole("button", { name: "More", exact: true }).click();
    await ruth.getByRole("menuitem", { name: "Import CSV" }).click();
    await dialog.getByRole("textbox", { name: "Text" }).fill(`Name,Value\n${name},900 EUR`);
    await dialog.getByRole("button", { name: "Check" }).click();
  };
  const deals = ruth.getByRole("link", { name });
  await check();
  await dialog.getByRole("button", { name: "Add 1 deal" }).click();
  await expect(deals).toHaveCount(1);
  await check();
  await expect(dialog.getByText(`in Pipeline already: “${name}”.`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add 0 deals" })).toBeDisabled();
  await expectAccessible(ruth, "the check of a file that was imported before");
  await dialog.getByRole("checkbox", { name: "Add this row as well" }).click();
  await dialog.getByRole("button", { name: "Add 1 deal" }).click();
  const undo = await keepUndo(ruth);
  await expect(deals).toHaveCount(2);
  await undo.click();
  await expect(deals).toHaveCount(1);
});

test("Marketing: a case study is published with a consent that is still valid", async ({ signIn }) => {
  const hanne = await signIn("hanne.lindqvist");
  const noor = await signIn("noor.haddad", phone);
  const title = `Estuary, one winter ${Date.now()}`;
  await hanne.goto("/marketing/case-studies");
  await hanne.getByRole("button", { name: "New Case study" }).click();
  await hanne.getByRole("textbox", { name: "Name" }).fill(title);
  await hanne.getByRole("textbox", { name: "Client" }).fill("Estuary Foods");
  await hanne.getByRole("combobox", { name: "Consent", exact: true }).click();
  await hanne.getByRole("option", { name: "Given" }).click();
  await hanne.getByRole("textbox", { name: "Consent until" }).fill(isoDay(-3));
  await hanne.getByRole("button", { name: "Add case study" }).click();
  await hanne.getByRole("link", { name: title }).click();
  await hanne.getByRole("combobox", { name: "Stage" }).click();
  await hanne.getByRole("option", { name: "Published" }).click();
  await hanne.getByRole("button", { name: "Save case study" }).click();
  await expect(hanne.getByText("The consent has expired. Ask the client again.")).toBeVisible();
  await hanne.getByRole("textbox", { name: "Consent until" }).fill(isoDay(90));
  await hanne.getByRole("button", { name: "Save case study" }).click();
  await noor.goto("/marketing/case-studies?view=list");
  await expect(
    noor.getByRole("region", { name: "Published" }).getByRole("link", { name: title }),
  ).toBeVisible();
});
