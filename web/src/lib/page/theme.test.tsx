// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { useTheme } from "./theme.ts";

function Switch() {
  const { mode, toggle } = useTheme();
  return (
    <button type="button" onClick={toggle}>
      {mode}
    </button>
  );
}

beforeEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute("data-theme");
});

test("is tropical by default, and remembers the choice", async () => {
  const user = userEvent.setup();
  render(<Switch />);
  const button = screen.getByRole("button");
  expect(button.textContent).toBe("tropical");
  await user.click(button);
  expect(button.textContent).toBe("dark");
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(localStorage.getItem("themeModeV2")).toBe("dark");
  await user.click(button);
  expect(localStorage.getItem("themeModeV2")).toBe("tropical");
});

test("follows a choice made in another tab", () => {
  render(<Switch />);
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: "themeModeV2", newValue: "dark" }));
  });
  expect(screen.getByRole("button").textContent).toBe("dark");
});
