// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { ApiError } from "../../../lib/request/api-error.ts";
import { PlanWaits } from "./plan-waits.tsx";

afterEach(cleanup);

/** The dialog while its task is asked for, with how often that was asked again and whether it was closed. */
function show(task: { error: Error | null; isFetching: boolean }) {
  const done = { asked: 0, closed: 0 };
  const refetch = () => {
    done.asked += 1;
    return new Promise<never>(() => undefined);
  };
  render(<PlanWaits onClose={() => (done.closed += 1)} task={{ ...task, refetch }} />);
  return { done, user: userEvent.setup() };
}

it("waits for the task, and can be left while it waits", async () => {
  const { done, user } = show({ error: null, isFetching: true });
  expect(await screen.findByRole("dialog", { name: "Plan a task" })).toBeTruthy();
  expect(screen.getByText("Loading the task")).toBeTruthy();
  // The cross, and the button below.
  for (const button of screen.getAllByRole("button", { name: "Close" })) await user.click(button);
  expect(done).toEqual({ asked: 0, closed: 2 });
});

it("says that there is no connection, and asks again when told to", async () => {
  const { done, user } = show({
    error: new ApiError({ code: "network_error", message: "No connection", status: 0 }),
    isFetching: false,
  });
  expect((await screen.findByRole("alert")).textContent).toContain("No connection");
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(done).toEqual({ asked: 1, closed: 0 });
  expect(screen.queryByText("Loading the task")).toBeNull();
});

it("says that the task no longer exists, without a retry", async () => {
  show({
    error: new ApiError({ code: "task_not_found", message: "Task not found", status: 404 }),
    isFetching: false,
  });
  expect(await screen.findByText("This task does not exist, or you cannot see it.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
});
