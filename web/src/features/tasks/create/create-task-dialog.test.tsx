// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ruth, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { CreateTaskDialog } from "./create-task-dialog.tsx";

const chat = chatForEach();
let sent: Record<string, unknown>[] = [];

beforeEach(() => {
  sent = [];
  chat.server.answers.set("POST /api/tasks", (body) => {
    sent.push(body);
    return { task: body };
  });
});

const text = "Uncordon the old pool\nOn Monday, in case we need it.";

it("suggests the selected text, and sends it as edited", async () => {
  const user = chat.show(<Opened />);
  const title = await screen.findByRole<HTMLInputElement>("textbox", { name: "Title" });
  expect(title.value).toBe("Uncordon the old pool");
  expect(screen.getByText("21 of 120")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Description" })).toHaveProperty("value", text);
  expect(screen.getByText("From Ruth Adeyemi in deploys, 10:24")).toBeTruthy();
  await user.clear(title);
  await user.type(title, "Let go of the old pool{Enter}");
  await vi.waitUntil(() => sent.length > 0);
  expect(sent).toEqual([
    {
      id: testId(7),
      title: "Let go of the old pool",
      description: text,
      sourceMessageId: testId(1),
      assigneeId: null,
    },
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText("Task created")).toBeTruthy();
});

it("requires a title of at most 120 characters", async () => {
  const user = chat.show(<Opened />);
  const title = await screen.findByRole("textbox", { name: "Title" });
  await user.clear(title);
  await user.click(screen.getByRole("button", { name: "Create Task" }));
  expect(screen.getByRole("alert").textContent).toBe("Title is required");
  await user.click(title);
  await user.paste("x".repeat(121));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText("121 of 120")).toBeTruthy();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("A title can have at most 120 characters");
  expect(sent).toEqual([]);
});

it("keeps the words and says why when it cannot be created; trying again sends the same task", async () => {
  const user = chat.show(<Opened />);
  const button = await screen.findByRole("button", { name: "Create Task" });
  chat.server.refuse("message_not_found");
  await user.click(button);
  expect((await screen.findByRole("alert")).textContent).toMatch("This message does not exist");
  expect(screen.getByRole("textbox", { name: "Description" })).toHaveProperty("value", text);
  await user.click(button);
  await vi.waitUntil(() => sent.length > 0);
  expect(sent[0]?.id).toBe(testId(7));
});

it("leaves nothing behind when it is cancelled", async () => {
  const user = chat.show(<Opened />);
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([]);
});

function Opened() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <CreateTaskDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        taskId={testId(7)}
        text={text}
        source={{ messageId: testId(1), author: ruth, line: "From Ruth Adeyemi in deploys, 10:24" }}
      />
      <Toaster />
    </>
  );
}
