import { expect, fillSignIn, test } from "../fixtures/test.ts";

// A file that cannot be read is refused on purpose; Chromium reports it as a failed load.
test.use({ allowConsole: /Failed to load resource/ });

const heading = "name,email,password,roles,departments";
const nadia = "Nadia Karim,nadia.karim@pelicanworks.example,slow-tide-lantern,,";
const yusuf = (department: string) =>
  `Yusuf Demir,yusuf.demir@pelicanworks.example,copper-harbour-9,user,${department}`;

test("employees come from a CSV file: matched columns, a dry run with wrong rows, then all that are right", async ({
  signIn,
  openBrowser,
}) => {
  const admin = await signIn("marisol.vega");
  await admin.goto("/admin/import");
  const choose = (name: string, lines: readonly string[], encoding: BufferEncoding = "utf8") =>
    admin.getByLabel("CSV file").setInputFiles({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(lines.join("\r\n"), encoding),
    });

  await choose("holidays.csv", ["day", "2026-12-24"]);
  await expect(admin.getByRole("alert")).toContainText("Choose a CSV file with the columns name, email");

  await choose("joiners.csv", [heading, nadia, yusuf("Sales"), "Ruth,ruth.adeyemi@pelicanworks.example,x,,"]);
  await expect(admin.getByText("Nothing has been written yet")).toBeVisible();
  const row = (name: string) => admin.getByRole("row").filter({ hasText: name });
  await expect(row("Nadia Karim")).toContainText("Create");
  await expect(row("Yusuf Demir")).toContainText("Fix");
  await expect(row("There is no department named Sales")).toBeVisible();
  await expect(row("An account with this email")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Import", exact: true })).toBeDisabled();

  await admin.getByRole("button", { name: "Change rows" }).click();
  const rows = admin.getByLabel("Rows as CSV text");
  await rows.fill((await rows.inputValue()).replace("Sales", "Frontend"));
  await admin.getByRole("button", { name: "Check rows" }).click();
  await admin.getByRole("button", { name: "Import 2 people" }).click();
  await expect(admin.getByText("2 people were created and can sign in.")).toBeVisible();

  // As a spreadsheet in Germany saves it: its own headings, semicolons, the encoding of Windows.
  await admin.getByRole("button", { name: "Import another file" }).click();
  await choose(
    "neue.csv",
    [
      "Wer;E-Mail-Adresse;Kennwort;Abteilung",
      "Jürgen Größler;juergen.groessler@pelicanworks.example;slow-tide-lantern;Frontend",
      "Zu Kurz;zu.kurz@pelicanworks.example;kurz;Frontend",
    ],
    "latin1",
  );
  await expect(admin.getByText("There is no column for the name.")).toBeVisible();
  await admin.getByLabel("Field for Wer").click();
  await admin.getByRole("option", { name: "Full name" }).click();
  await admin.getByRole("button", { name: "Check rows" }).click();
  await expect(row("Jürgen Größler").getByRole("cell")).toHaveText([
    "2",
    "Jürgen Größler",
    "juergen.groessler@pelicanworks.example",
    "user",
    "Frontend",
    "Create",
  ]);
  await expect(admin.getByText("2 rows, semicolon, Windows-1252")).toBeVisible();
  const download = admin.waitForEvent("download");
  await admin.getByRole("button", { name: "Problems as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("rows-to-fix.csv");
  await admin.getByRole("button", { name: "Leave it out" }).click();
  await expect(row("You left this row out")).toBeVisible();
  await admin.getByRole("button", { name: "Import 1 person" }).click();
  await expect(admin.getByText("1 person was created and can sign in.")).toBeVisible();
  await admin.getByRole("link", { name: "See users" }).click();
  await admin.getByLabel("Search users").fill("nadia");
  await expect(row("Nadia Karim")).toBeVisible();

  const yusufs = await openBrowser();
  await yusufs.goto("/login");
  await fillSignIn(yusufs, "yusuf.demir@pelicanworks.example", "copper-harbour-9");
  // Others know this password: nothing else is to be seen before he has chosen one of his own.
  await expect(yusufs.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await yusufs.getByLabel("Current password", { exact: true }).fill("copper-harbour-9");
  await yusufs.getByLabel("New password", { exact: true }).fill("a pier of his own");
  await yusufs.getByRole("button", { name: "Change password" }).click();
  const menu = yusufs.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "Frontend" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Backend" })).toHaveCount(0);
});
