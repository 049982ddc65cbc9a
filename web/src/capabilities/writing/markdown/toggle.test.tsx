// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Toggle } from "./toggle.tsx";

afterEach(() => history.replaceState(null, "", "/"));

const show = (anchor: string) =>
  render(
    <Toggle title="Line" anchor={anchor}>
      <p id="inside">Below</p>
    </Toggle>,
  );
const isOpen = () => screen.getByRole<HTMLDetailsElement>("group").open;

test("is closed until its reader opens it, and stays open when the page is shown again", async () => {
  const { unmount } = show("a");
  expect(isOpen()).toBe(false);
  await userEvent.click(screen.getByText("Line"));
  await vi.waitFor(() => expect(isOpen()).toBe(true));
  unmount();
  const again = show("a");
  expect(isOpen()).toBe(true);
  again.unmount();
  show("b");
  expect(isOpen()).toBe(false);
});

test("opens for an address that leads into it", () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  history.replaceState(null, "", "/page#inside");
  show("c");
  expect(isOpen()).toBe(true);
  expect(scrolled).toHaveBeenCalledOnce();
  Reflect.deleteProperty(Element.prototype, "scrollIntoView");
});

test("is printed open, and folded again afterwards", () => {
  show("d");
  window.dispatchEvent(new Event("beforeprint"));
  expect(isOpen()).toBe(true);
  window.dispatchEvent(new Event("afterprint"));
  expect(isOpen()).toBe(false);
});
