// @vitest-environment jsdom
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { toastTimeKey } from "../../lib/page/toast-time.ts";
import { notify, Toaster } from "./toast.tsx";

test("shows a toast from before the stack was mounted, with its action", async () => {
  const user = userEvent.setup();
  const onOpen = vi.fn();
  notify.success("Task created", { action: { label: "Open", onClick: onOpen } });
  render(<Toaster />);
  await screen.findByText("Task created");
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(onOpen).toHaveBeenCalledOnce();
});

test("an error can be closed, and a repeated failure is one toast", async () => {
  const user = userEvent.setup();
  render(<Toaster />);
  notify.error("Failed to create task", { id: "create-task" });
  notify.error("Failed to create task", { id: "create-task" });
  expect(await screen.findAllByText("Failed to create task")).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText("Failed to create task")).toBeNull());
});

test("updates a toast with the same ID: a resolved error becomes a toast that closes automatically", async () => {
  render(<Toaster />);
  notify.error("You are offline", { id: "connection", action: { label: "Retry", onClick: vi.fn() } });
  expect((await screen.findByRole("alert")).textContent).toBe("You are offline");
  notify.info("You are back online", { id: "connection" });
  const toast = await screen.findByRole("group", { name: "You are back online" });
  expect(screen.queryByText("You are offline")).toBeNull();
  expect(within(toast).queryByRole("button")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  for (const role of ["dialog", "alertdialog"]) expect(screen.queryByRole(role)).toBeNull();
});

test("closes the toast about an opened thing, and keeps others", async () => {
  render(<Toaster />);
  notify.success("Task created", { id: "one" });
  notify.success("Event created", { id: "other" });
  await screen.findByText("Task created");
  notify.done("one");
  notify.done("neither");
  await waitFor(() => expect(screen.queryByText("Task created")).toBeNull());
  expect(screen.getByText("Event created")).toBeTruthy();
  notify.success("Task created", { id: "one" });
  expect(await screen.findByText("Task created")).toBeTruthy();
  notify.done("one");
  await waitFor(() => expect(screen.queryByText("Task created")).toBeNull());
});

test("F6 moves the focus to the toasts, and Escape closes the focused one", async () => {
  const user = userEvent.setup();
  render(
    <>
      <button type="button">Elsewhere</button>
      <Toaster />
    </>,
  );
  screen.getByRole("button", { name: "Elsewhere" }).focus();
  notify.error("Failed to save");
  const toast = await screen.findByRole("group", { name: "Failed to save" });
  await user.keyboard("{F6}");
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Notifications" }));
  await user.tab();
  expect(document.activeElement).toBe(toast);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText("Failed to save")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Elsewhere" }));
});

test("runs either of two actions and closes, and the next toast with its ID has neither", async () => {
  const user = userEvent.setup();
  const [open, undo] = [vi.fn(), vi.fn()];
  const actions = { also: { label: "Open", onClick: open }, action: { label: "Undo", onClick: undo } };
  render(<Toaster />);
  notify.success("Event created", { id: "event", ...actions });
  await user.click(await screen.findByRole("button", { name: "Open" }));
  expect([open, undo].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  await waitFor(() => expect(screen.queryByText("Event created")).toBeNull());
  notify.success("Event created", { id: "event", ...actions });
  await screen.findByRole("button", { name: "Undo" });
  notify.info("Change undone", { id: "event" });
  const toast = await screen.findByRole("group", { name: "Change undone" });
  expect(within(toast).queryByRole("button")).toBeNull();
});

test("closes a toast after five seconds, or after the chosen time", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    render(<Toaster />);
    notify.success("Gone soon");
    await screen.findByText("Gone soon");
    await vi.advanceTimersByTimeAsync(6_000);
    await waitFor(() => expect(screen.queryByText("Gone soon")).toBeNull());

    localStorage.setItem(toastTimeKey, "60");
    notify.success("Gone late");
    await screen.findByText("Gone late");
    await vi.advanceTimersByTimeAsync(50_000);
    expect(screen.getByText("Gone late")).toBeTruthy();
    await vi.advanceTimersByTimeAsync(12_000);
    await waitFor(() => expect(screen.queryByText("Gone late")).toBeNull());
  } finally {
    localStorage.removeItem(toastTimeKey);
    vi.useRealTimers();
  }
});
