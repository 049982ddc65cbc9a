import { expect, fillSignIn, test } from "../fixtures/test.ts";

// A file that cannot be read is refused on purpose; Chromium reports it as a failed load.
test.use({ allowConsole: /Failed to load resource/ });

const heading = "name,email,password,roles,departments";
const nadia = "Nadia Karim,nadia.karim@pelicanworks.example,slow-tide-lantern,,";
const yusuf = (department: string) =>
  `Yusuf Demir,yusuf.demir@pelicanworks.example,copper-harbour-9,user,${department}`;

test("employees come from a CSV file: first a dry run with a wrong row, then all of them", async ({
  signIn,
  openBrowser,
}) => {
  const admin = await signIn("marisol.vega");
  await admin.goto("/admin/import");
  const choose = (name: string, lines: readonly string[]) =>
    admin.getByLabel("CSV file").setInputFiles({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(lines.join("\r\n")),
    });

  await choose("holidays.csv", ["day,who", "2026-12-24,everyone"]);
  await expect(admin.getByRole("alert")).toContainText("This is not a CSV file with the columns name, email");

  await choose("joiners.csv", [heading, nadia, yusuf("Sales"), "Ruth,ruth.adeyemi@pelicanworks.example,x,,"]);
  await expect(admin.getByText("Nothing has been written yet")).toBeVisible();
  const row = (name: string) => admin.getByRole("row").filter({ hasText: name });
  await expect(row("Nadia Karim")).toContainText("Create");
  await expect(row("Yusuf Demir")).toContainText("There is no department named Sales");
  await expect(row("ruth.adeyemi@pelicanworks.example")).toContainText("There is an account with this email");
  await expect(admin.getByRole("button", { name: "Import 1 person" })).toBeDisabled();

  await admin.getByRole("button", { name: "Change rows" }).click();
  const rows = admin.getByLabel("Rows as CSV text");
  await rows.fill((await rows.inputValue()).replace("Sales", "Frontend"));
  await admin.getByRole("button", { name: "Check rows" }).click();
  await admin.getByRole("button", { name: "Import 2 people" }).click();
  await expect(admin.getByText("2 people were created and can sign in.")).toBeVisible();
  await admin.getByRole("link", { name: "See users" }).click();
  await admin.getByLabel("Search users").fill("nadia");
  await expect(row("Nadia Karim")).toBeVisible();

  const yusufs = await openBrowser();
  await yusufs.goto("/login");
  await fillSignIn(yusufs, "yusuf.demir@pelicanworks.example", "copper-harbour-9");
  await yusufs.waitForURL("**/dashboard");
  const menu = yusufs.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "Frontend" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Backend" })).toHaveCount(0);
});
