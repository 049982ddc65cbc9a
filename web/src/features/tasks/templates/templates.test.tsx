// @vitest-environment jsdom

import { taskRoutes } from "@atoll/contract/tasks/routes";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { NewTaskDialog } from "../create/new-task-dialog.tsx";
import { SaveAsTemplate } from "./save-as-template.tsx";

let server: RealServer;
let ana: RealPerson;
let browser: OpenBrowser;
const patience = { timeout: 60_000 };

beforeAll(async () => {
  server = await startRealServer(["Ana Lima", "Ben Okafor"]);
  ana = server.people[0]!;
  await Promise.all([
    import("../../../ui/dialog/dialog-panel.tsx"),
    import("../../../ui/toast/toast-stack.tsx"),
    import("../changes/send-act.ts"),
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, ana);
});
afterEach(() => browser.end());

it("saves a task with its sub-tasks, and fills a new one whose title was typed already", async () => {
  const subtasks = [{ id: uuidv7(), title: "Write the notes", assigneeId: server.people[1]!.id }];
  const { task } = await ana.call(taskRoutes.createTask, {
    body: { id: uuidv7(), title: "Release", description: "As always", tags: ["release"], subtasks },
  });
  const saving = render(
    <browser.Around>
      <SaveAsTemplate task={task} onClose={() => undefined} />
      <Toaster />
    </browser.Around>,
  );
  const user = userEvent.setup();
  await screen.findByRole("dialog", { name: "Save as template" }, patience);
  await user.type(screen.getByRole("textbox", { name: "Due after days" }), "soon");
  await user.click(screen.getByRole("button", { name: "Save template" }));
  // A number is asked for, and what was typed stays.
  await screen.findByRole("alert", {}, patience);
  await user.clear(screen.getByRole("textbox", { name: "Due after days" }));
  await user.type(screen.getByRole("textbox", { name: "Due after days" }), "2");
  await user.click(screen.getByRole("button", { name: "Save template" }));
  await waitFor(async () => {
    const { templates } = await ana.call(taskRoutes.listTaskTemplates, {});
    expect(templates[0]?.content).toMatchObject({
      ...{ title: "Release", dueDays: 2 },
      subtasks: [{ title: "Write the notes", assignee: { is: "person", id: server.people[1]!.id } }],
    });
  }, patience);
  saving.unmount();

  render(
    <browser.Around>
      <NewTaskDialog onClose={() => undefined} onOpenTask={() => undefined} place={{ status: "todo" }} />
      <Toaster />
    </browser.Around>,
  );
  await user.type(await screen.findByRole("textbox", { name: "Title" }, patience), "Release 12");
  await user.click(await screen.findByRole("combobox", { name: "Template" }, patience));
  await user.click(await screen.findByRole("option", { name: "Release" }, patience));
  expect(await screen.findByRole("textbox", { name: "Description" })).toMatchObject({ value: "As always" });
  expect(screen.getByRole("textbox", { name: "Title" })).toMatchObject({ value: "Release 12" });
  const parts = screen.getByRole("region", { name: "Sub-tasks of the template" });
  expect(within(parts).getByText("Write the notes")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Create Task" }));
  await waitFor(async () => {
    const { items } = await ana.call(taskRoutes.listTasks, { query: { text: "Release 12" } });
    expect(items[0]).toMatchObject({ tags: ["release"], subtasks: { done: 0, total: 1 } });
  }, patience);
});
