// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { notify, Toaster } from "./toast.tsx";

test("what was said before the stack was there is shown once it is, with its one action", async () => {
  const user = userEvent.setup();
  const onOpen = vi.fn();
  notify.success("Task created", { action: { label: "Open", onClick: onOpen } });
  render(<Toaster />);
  await screen.findByText("Task created");
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(onOpen).toHaveBeenCalledOnce();
});

test("an error can be closed, and the same failure twice is one toast", async () => {
  const user = userEvent.setup();
  render(<Toaster />);
  notify.error("Failed to create task", { id: "create-task" });
  notify.error("Failed to create task", { id: "create-task" });
  expect(await screen.findAllByText("Failed to create task")).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText("Failed to create task")).toBeNull());
});
