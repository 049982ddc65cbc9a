// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "../button/button.tsx";
import { Menu } from "./menu.tsx";

function renderMenu() {
  const onEdit = vi.fn();
  const onSort = vi.fn();
  render(
    <Menu
      label="Message"
      trigger={<Button>More</Button>}
      items={[
        { label: "Edit", onSelect: onEdit },
        { label: "Pin", disabled: true },
        "separator",
        {
          choice: "Sort",
          value: "new",
          onValueChange: onSort,
          options: [
            { value: "new", label: "Newest first" },
            { value: "old", label: "Oldest first" },
          ],
        },
        { label: "Delete", danger: true },
      ]}
    />,
  );
  return { user: userEvent.setup(), trigger: screen.getByRole("button", { name: "More" }), onEdit, onSort };
}

async function isClosed() {
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
}

test("opens on press and runs the selected item", async () => {
  const { user, trigger, onEdit } = renderMenu();
  expect(trigger.getAttribute("aria-expanded")).toBe("false");
  await user.click(trigger);
  expect(trigger.getAttribute("aria-expanded")).toBe("true");
  await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
  expect(onEdit).toHaveBeenCalledOnce();
  await isClosed();
});

test("starts on a row when opened by key, and returns the focus on Escape", async () => {
  const { user, trigger } = renderMenu();
  trigger.focus();
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Edit"));
  await user.keyboard("{Escape}");
  await isClosed();
  expect(document.activeElement).toBe(trigger);
  await user.keyboard("{ArrowUp}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Delete"));
});

test("shows which of a set is on, and changes it", async () => {
  const { user, trigger, onSort } = renderMenu();
  await user.click(trigger);
  const newest = await screen.findByRole("menuitemradio", { name: "Newest first" });
  expect(newest.getAttribute("aria-checked")).toBe("true");
  await user.click(screen.getByRole("menuitemradio", { name: "Oldest first" }));
  expect(onSort).toHaveBeenCalledWith("old");
});

test("gives the focus to what its trigger belongs to when the trigger is out of sight by then", async () => {
  render(
    <article tabIndex={-1} aria-label="A message">
      <div data-testid="bar">
        <Menu label="Message" trigger={<Button>More</Button>} items={[{ label: "Edit" }]} />
      </div>
    </article>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "More" }));
  const menu = await screen.findByRole("menu");
  // It takes the focus a frame after it is there; a key before that would be the trigger's.
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  screen.getByTestId("bar").style.visibility = "hidden";
  await user.keyboard("{Escape}");
  await isClosed();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("article")));
});
