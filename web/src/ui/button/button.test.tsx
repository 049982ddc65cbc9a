// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Count } from "../badge/count.tsx";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

const Bell = () => <svg aria-hidden="true" />;

test("keeps label and focus while loading, and ignores presses", async () => {
  const user = userEvent.setup();
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" loading onClick={onClick}>
        Save
      </Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Save" });
  expect(button.getAttribute("aria-busy")).toBe("true");
  button.focus();
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.type(screen.getByLabelText("Name"), "x{Enter}");
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test("an icon button is named by its label and what its badge counts", () => {
  render(<IconButton label="Notifications" icon={Bell} badge={<Count value={3} label="new" />} />);
  expect(screen.getByRole("button").textContent).toBe("Notifications3 new");
  expect(screen.getByRole("button", { name: /^Notifications/ })).toBeDefined();
});

test("shows its tooltip on keyboard focus, and hides it with Escape", async () => {
  const user = userEvent.setup();
  render(<IconButton label="Notifications" icon={Bell} shortcut="B" />);
  await user.tab();
  expect((await screen.findByRole("tooltip")).textContent).toBe("NotificationsB");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("its tooltip waits for a mouse that rests, and never comes by touch", async () => {
  vi.useFakeTimers();
  try {
    render(<IconButton label="Notifications" icon={Bell} />);
    const button = screen.getByRole("button");
    fireEvent.pointerEnter(button, { pointerType: "touch" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(screen.queryByRole("tooltip")).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
