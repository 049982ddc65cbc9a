// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Dialog } from "../dialog/dialog.tsx";
import { PasswordField } from "./password-field.tsx";
import { SearchField } from "./search-field.tsx";
import { TextArea } from "./text-area.tsx";
import { TextField } from "./text-field.tsx";

test("its help describes it", () => {
  render(<TextField label="Full name" help="As on the door plate" />);
  const input = screen.getByRole("textbox", { name: "Full name", description: "As on the door plate" });
  expect(input.getAttribute("aria-invalid")).toBeNull();
});

test("an error replaces the help, marks the field invalid and is announced", () => {
  const { rerender } = render(<TextField label="Email" help="Your work address" />);
  rerender(<TextField label="Email" help="Your work address" error="Please enter a valid email address" />);
  const input = screen.getByRole("textbox", { name: "Email" });
  expect(input.getAttribute("aria-invalid")).toBe("true");
  const error = screen.getByRole("alert");
  expect(error.textContent).toBe("Please enter a valid email address");
  expect(input.getAttribute("aria-describedby")).toBe(error.id);
  expect(screen.queryByText("Your work address")).toBeNull();
});

test("two fields with the same label have separate IDs", () => {
  render(
    <>
      <TextField label="Name" />
      <TextField label="Name" error="Required" />
    </>,
  );
  const [first, second] = screen.getAllByRole("textbox", { name: "Name" });
  expect(first?.getAttribute("aria-describedby")).toBeNull();
  expect(second?.getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
});

test("shows a password only while the eye button is pressed", async () => {
  const user = userEvent.setup();
  render(<PasswordField label="Password" />);
  const input = screen.getByLabelText("Password");
  expect(input.getAttribute("type")).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(input.getAttribute("type")).toBe("text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input.getAttribute("type")).toBe("password");
});

test("accepts a too long pasted text with an error and a counter, and clears the error", async () => {
  const user = userEvent.setup();
  render(<TextField label="Title" maxLength={10} />);
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Title" });
  await user.click(input);
  await user.paste("😀 twelve wide");
  expect(input.value).toBe("😀 twelve wide");
  expect(screen.getByRole("alert").textContent).toBe("Too long: 13 of 10 characters");
  await user.type(input, "{Backspace}{Backspace}{Backspace}");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("does not submit a dialog while a text is too long", async () => {
  const user = userEvent.setup();
  const sent = vi.fn();
  render(
    <Dialog
      title="New"
      onClose={() => undefined}
      onSubmit={sent}
      footer={<button type="submit">Save</button>}
    >
      <TextArea label="Reason" maxLength={5} defaultValue="" />
    </Dialog>,
  );
  const area = await screen.findByRole("textbox", { name: "Reason" });
  await user.click(area);
  await user.paste("longer than five");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(sent).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(area);
  await user.clear(area);
  await user.type(area, "short");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(sent).toHaveBeenCalledTimes(1);
});

test("a search says when a pasted text was cut", async () => {
  const user = userEvent.setup();
  render(<SearchField label="Search" maxLength={5} />);
  await user.click(screen.getByRole("searchbox", { name: "Search" }));
  await user.paste("longer");
  expect(screen.getByRole("status").textContent).toBe("Cut to 5 characters");
});

function Search() {
  const [text, setText] = useState("");
  return <SearchField label="Search" value={text} onTextChange={setText} />;
}

test("makes spaces of control characters that are pasted into a search, and clears it by a button", async () => {
  const user = userEvent.setup();
  render(<Search />);
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
  await user.click(field);
  await user.paste("tide\ttable");
  expect(field.value).toBe("tide table");
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(field.value).toBe("");
});
