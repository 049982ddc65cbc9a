// @vitest-environment jsdom

import { taskRoutes } from "@atoll/contract/tasks/routes";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { fieldText } from "../../../capabilities/fields/field-words.ts";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { ManageFields } from "./manage-fields.tsx";
import { FormulaResult, OwnValue } from "./own-value.tsx";

let server: RealServer;
let browser: OpenBrowser;
const patience = { timeout: 60_000 };

beforeAll(async () => {
  server = await startRealServer(["Ana Lima"]);
  const budget = { departmentId: null, label: "Budget", kind: "money" as const };
  await server.admin.call(taskRoutes.addTaskField, { body: { ...budget, version: 0 } });
  await server.admin.call(taskRoutes.addTaskField, { body: { ...budget, label: "Spent", version: 1 } });
  const fields = {
    own_budget: { amount: 12_000, currency: "EUR" },
    own_spent: { amount: 2_000, currency: "EUR" },
  };
  await server.admin.call(taskRoutes.createTask, { body: { id: uuidv7(), title: "Pier", fields } });
  await Promise.all([
    import("../../../ui/dialog/dialog-panel.tsx"),
    import("../../../ui/dialog/drawer-panel.tsx"),
    import("../../../ui/popup/menu-popup.tsx"),
    import("../../../ui/toast/toast-stack.tsx"),
    import("./formula-dialog.tsx"),
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, server.admin);
});
afterEach(() => browser.end());

it("adds a formula by its offered fields, shows its mistakes and results, and edits it under the new name of a field", async () => {
  const fields = render(
    <browser.Around>
      <ManageFields departmentId={undefined} onClose={() => undefined} />
      <Toaster />
    </browser.Around>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Add formula" }, patience));
  const dialog = await screen.findByRole("dialog", { name: "New formula in all tasks" }, patience);
  await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Left");
  const box = within(dialog).getByRole<HTMLTextAreaElement>("textbox", { name: "Formula" });
  await user.type(box, "{{bud");
  expect(within(dialog).getByRole("option", { selected: true }).textContent).toContain("Budget");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(box.value).toBe("{Budget}"));
  // Escape closes the offer and leaves the dialog open.
  await user.type(box, " - {{sp");
  expect(within(dialog).getByRole("option", { selected: true }).textContent).toContain("Spent");
  await user.keyboard("{Escape}");
  expect(within(dialog).queryByRole("option")).toBeNull();
  await waitFor(
    () => expect(within(dialog).getByRole("status").textContent).toContain("This field has no closing brace"),
    patience,
  );
  await user.type(box, "ent}");
  // While a list is open, Enter of an input method and Ctrl+Enter are left to the field and its dialog.
  await user.type(box, " + {{bud");
  const isLeft = (init: KeyboardEventInit) => fireEvent.keyDown(box, { key: "Enter", ...init });
  expect([isLeft({ isComposing: true }), isLeft({ shiftKey: true })]).toEqual([true, true]);
  expect(box.value).toBe("{Budget} - {spent} + {bud");
  await user.keyboard("{Escape}{Backspace>7/}");
  const preview = await within(dialog).findByRole("region", { name: "Preview" }, patience);
  await waitFor(() => expect(preview.textContent).toContain("Pier100 EUR"), patience);
  expect(preview.textContent).toContain("Result: Money");
  await user.click(within(dialog).getByRole("button", { name: "Add formula" }));
  await screen.findByText("Formula: Money", {}, patience);

  await server.admin.call(taskRoutes.changeTaskField, {
    params: { field: "own_spent" },
    body: { version: 3, label: "Paid" },
  });
  await screen.findByText("Paid", {}, patience);
  await user.click(screen.getByRole("button", { name: "More for Left" }));
  await user.click(await screen.findByRole("menuitem", { name: "Edit" }, patience));
  const editing = await screen.findByRole("dialog", { name: "Edit Left" }, patience);
  const text = within(editing).getByRole<HTMLTextAreaElement>("textbox", { name: "Formula" });
  expect(text.value).toBe("{Budget} - {Paid}");
  await user.type(text, " * 0");
  await user.click(within(editing).getByRole("button", { name: "Save formula" }));
  await waitFor(async () => {
    const { sets } = await server.admin.call(taskRoutes.listTaskFields, {});
    expect(sets[0]!.fields.at(-1)).toMatchObject({
      label: "Left",
      formula: "{own_budget} - {own_spent} * 0",
    });
  }, patience);
  fields.unmount();
});

it("renames a formula that longer names of its fields have made longer than one may be written", async () => {
  const setOf = async () => (await server.admin.call(taskRoutes.listTaskFields, {})).sets[0]!;
  const addTo = async () => ({ departmentId: null, version: (await setOf()).version });
  await server.admin.call(taskRoutes.addTaskField, {
    body: { ...(await addTo()), label: "A", kind: "number" },
  });
  const formula = Array.from({ length: 40 }, () => "{A}").join(" + ");
  await server.admin.call(taskRoutes.addTaskFormula, { body: { ...(await addTo()), label: "Sum", formula } });
  await server.admin.call(taskRoutes.changeTaskField, {
    params: { field: "own_a" },
    body: { version: (await setOf()).version, label: "A".repeat(60) },
  });
  const fields = render(
    <browser.Around>
      <ManageFields departmentId={undefined} onClose={() => undefined} />
      <Toaster />
    </browser.Around>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "More for Sum" }, patience));
  await user.click(await screen.findByRole("menuitem", { name: "Edit" }, patience));
  const dialog = await screen.findByRole("dialog", { name: "Edit Sum" }, patience);
  const name = within(dialog).getByRole("textbox", { name: "Name" });
  await user.type(name, " of all");
  await user.click(within(dialog).getByRole("button", { name: "Save formula" }));
  await waitFor(async () => expect((await setOf()).fields.at(-1)!.label).toBe("Sum of all"), patience);
  fields.unmount();
});

it("shows a dash that says why a formula has no result", async () => {
  const { task } = await server.admin.call(taskRoutes.createTask, { body: { id: uuidv7(), title: "Buoy" } });
  const field = { name: "own_rate", label: "Rate", kind: "number" as const, formula: "1 / {own_days}" };
  render(
    <browser.Around>
      <OwnValue field={field} task={{ ...task, fieldFaults: { own_rate: "zero" } }} />
    </browser.Around>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Rate: no result" }));
  expect((await screen.findByRole("dialog", { name: "Rate" }, patience)).textContent).toBe(
    "The formula divides by zero.",
  );
});

it("shows a dash while a task still has the result of the kind before", () => {
  const before: Record<string, unknown> = {
    date: "Fenders",
    checkbox: "0 EUR",
    number: "12",
    money: 5,
    text: true,
  };
  for (const [kind, value] of Object.entries(before)) {
    const field = { name: "own_review", label: kind, kind: kind as "date" };
    render(<FormulaResult field={field} value={value as string} />);
    expect(screen.getByRole("button", { name: `${kind}: no result` }).title).toBe(
      "The new result is being computed.",
    );
  }
  expect(fieldText({ kind: "date" }, "Fenders")).toBe("Fenders");
});
