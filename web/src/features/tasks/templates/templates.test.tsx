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
import { refill } from "../create/template-picker.tsx";
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

it("keeps what was typed when a template is chosen, and the template with the draft of a task", async () => {
  const save = async (name: string, content: object) =>
    ana.call(taskRoutes.saveTaskTemplate, {
      params: { templateId: uuidv7() },
      body: { version: 0, name, departmentId: null, content: { title: name, ...content } },
    });
  const subtasks = [{ title: "Book a room" }, { title: "Order cake" }];
  await save("Party", { description: "With guests", priority: "low", tags: ["fun"], subtasks });
  await save("Audit", {
    description: "With care",
    priority: "high",
    subtasks: [{ title: "Read the books" }],
  });
  const open = () =>
    render(
      <browser.Around>
        <NewTaskDialog onClose={() => undefined} onOpenTask={() => undefined} place={{ status: "todo" }} />
        <Toaster />
      </browser.Around>,
    );
  const user = userEvent.setup();
  const field = (name: string) => screen.findByRole("textbox", { name }, patience);
  const choose = async (name: string) => {
    await user.click(await screen.findByRole("combobox", { name: "Template" }, patience));
    await user.click(await screen.findByRole("option", { name }, patience));
  };
  const opened = open();
  await choose("Audit");
  expect(await field("Title")).toMatchObject({ value: "Audit" });
  await user.type(await field("Tags"), "mine");
  await choose("Party");
  expect(await field("Title")).toMatchObject({ value: "Party" });
  expect(await field("Description")).toMatchObject({ value: "With guests" });
  expect(await field("Tags")).toMatchObject({ value: "mine" });
  await user.click(screen.getByRole("button", { name: "Leave out Book a room" }));
  opened.unmount();

  open();
  expect(await screen.findByText("Order cake", {}, patience)).toBeTruthy();
  expect(screen.queryByText("Book a room")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Create Task" }));
  await waitFor(async () => {
    const { items } = await ana.call(taskRoutes.listTasks, { query: { text: "Party" } });
    expect(items[0]).toMatchObject({ tags: ["mine"], priority: "low", subtasks: { done: 0, total: 1 } });
  }, patience);
});

it("replaces the template of a kept draft by the one that is asked for, without a word of the first", async () => {
  const ids = { Move: uuidv7(), Hire: uuidv7() };
  const save = async (name: keyof typeof ids, content: object) =>
    ana.call(taskRoutes.saveTaskTemplate, {
      params: { templateId: ids[name] },
      body: { version: 0, name, departmentId: null, content: { title: name, ...content } },
    });
  await save("Move", { description: "With boxes", tags: ["boxes"], subtasks: [{ title: "Rent a van" }] });
  await save("Hire", { description: "With care", subtasks: [{ title: "Write the offer" }] });
  const open = (templateId: string) =>
    render(
      <browser.Around>
        <NewTaskDialog
          onClose={() => undefined}
          onOpenTask={() => undefined}
          place={{ status: "todo" }}
          templateId={templateId}
        />
        <Toaster />
      </browser.Around>,
    );
  const opened = open(ids.Move);
  await screen.findByText("Rent a van", {}, patience);
  opened.unmount();
  open(ids.Hire);
  await screen.findByText("Write the offer", {}, patience);
  const textIn = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name }).value;
  expect([textIn("Title"), textIn("Description"), textIn("Tags")]).toEqual(["Hire", "With care", ""]);
  expect(screen.queryByText("Rent a van")).toBeNull();
});

it("fills only the company's own fields that nobody has typed into", () => {
  const empty = { title: "", description: "", priority: "medium", dueDate: "", tags: "" } as const;
  const form = (data: Record<string, string>) => ({ ...empty, departmentId: "", assignees: [], data });
  const now = form({ weight: "Heavy", colour: "red", shape: "" });
  const { data } = refill(now, form({ colour: "red" }), form({ weight: "Light", shape: "round" }));
  expect(data).toEqual({ weight: "Heavy", colour: "", shape: "round" });
});
