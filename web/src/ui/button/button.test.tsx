// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Count } from "../badge/count.tsx";
import { Checkbox } from "../field/checkbox.tsx";
import { Toggle } from "../field/toggle.tsx";
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

test.each(["Button", "IconButton", "Checkbox", "Toggle"])(
  "a %s that is disabled while it has the focus keeps it, and ignores presses until it is enabled",
  async (kind) => {
    const user = userEvent.setup();
    const onPress = vi.fn();
    render(<Saving kind={kind} onSave={onPress} />);
    await user.tab();
    await user.keyboard(" ");
    const control = screen.getByRole<HTMLButtonElement>(
      kind.endsWith("utton") ? "button" : kind === "Toggle" ? "switch" : "checkbox",
      {
        name: "Save",
      },
    );
    expect(control.disabled).toBe(false);
    expect(control.getAttribute("aria-disabled")).toBe("true");
    await user.keyboard(" ");
    await user.keyboard("{Enter}");
    expect(onPress).toHaveBeenCalledTimes(1);
    await user.tab();
    expect(control.disabled).toBe(true);
    await user.keyboard("{Enter}");
    expect(control.disabled).toBe(false);
  },
);

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

function Saving({ kind, onSave }: { kind: string; onSave: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const press = () => {
    onSave();
    setIsBusy(true);
  };
  const choice = { label: "Save", checked: false, disabled: isBusy, onChange: press };
  return (
    <>
      {kind === "Button" && (
        <Button disabled={isBusy} onClick={press}>
          Save
        </Button>
      )}
      {kind === "IconButton" && <IconButton label="Save" icon={Bell} disabled={isBusy} onClick={press} />}
      {kind === "Checkbox" && <Checkbox {...choice} />}
      {kind === "Toggle" && <Toggle {...choice} />}
      <button type="button" onClick={() => setIsBusy(false)}>
        Done
      </button>
    </>
  );
}
