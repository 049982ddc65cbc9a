// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { DateField } from "./date-field.tsx";
import { DateTimeField } from "./date-time-field.tsx";
import { TimeField } from "./time-field.tsx";

function Example({ start = "", Kind }: { start?: string; Kind: typeof DateField | typeof TimeField }) {
  const [value, setValue] = useState(start);
  const [sent, setSent] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(value);
      }}
    >
      <Kind label="From" value={value} onValueChange={setValue} />
      <output aria-label="Value">{value}</output>
      <output aria-label="Sent">{sent}</output>
    </form>
  );
}

function start(Kind: typeof DateField | typeof TimeField, value = "") {
  render(<Example Kind={Kind} start={value} />);
  return {
    user: userEvent.setup(),
    field: screen.getByLabelText<HTMLInputElement>("From"),
    value: () => screen.getByLabelText("Value").textContent,
    sent: () => screen.getByLabelText("Sent").textContent,
  };
}

it("accepts a day once its year is complete, and formats it when the field loses focus", async () => {
  const { user, field, value } = start(DateField);
  await user.type(field, "5.11.202");
  expect(value()).toBe("");
  await user.type(field, "6");
  expect(value()).toBe("2026-11-05");
  expect(field.value).toBe("5.11.2026");
  await user.tab();
  expect(field.value).toBe("5 Nov 2026");
});

it("restores the value after an invalid text, and clears it when the field is emptied", async () => {
  const { user, field, value } = start(DateField, "2026-11-05");
  await user.clear(field);
  expect(value()).toBe("");
  await user.type(field, "2026-11-05");
  await user.clear(field);
  await user.type(field, "5.11.");
  await user.tab();
  expect(value()).toMatch(/-11-05$/);
  await user.click(field);
  await user.keyboard("gibberish");
  await user.tab();
  expect(field.value).toMatch(/^5 Nov/);
});

it("submits a typed date with Enter, and refuses an invalid one", async () => {
  const { user, field, sent } = start(TimeField, "14:00");
  await user.click(field);
  await user.keyboard("930{Enter}");
  await vi.waitFor(() => expect(sent()).toBe("09:30"));
  await user.clear(field);
  await user.keyboard("soon{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("Enter a time such as 14:30.");
  expect(sent()).toBe("09:30");
});

it("steps by the arrow keys", async () => {
  const { user, field, value } = start(TimeField, "14:00");
  await user.click(field);
  await user.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}");
  expect(value()).toBe("14:15");
});

it("chooses a day from a month, by keys too", async () => {
  const { user, value } = start(DateField, "2026-11-26");
  await user.click(screen.getByRole("button", { name: "Choose a day for From" }));
  const chosen = await screen.findByRole("button", { name: "Thursday 26 November" });
  await vi.waitFor(() => expect(document.activeElement).toBe(chosen));
  await user.keyboard("{ArrowDown}");
  const next = await screen.findByRole("button", { name: "Thursday 3 December" });
  await vi.waitFor(() => expect(document.activeElement).toBe(next));
  await user.keyboard("{Enter}");
  expect(value()).toBe("2026-12-03");
});

it("chooses a time from a list", async () => {
  Element.prototype.scrollIntoView = () => undefined;
  const { user, value } = start(TimeField, "14:10");
  await user.click(screen.getByRole("button", { name: "Choose a time for From" }));
  await user.click(await screen.findByRole("button", { name: "15:30" }));
  expect(value()).toBe("15:30");
});

it("gives a day without a time nine o'clock, and is empty without a day", async () => {
  const told = vi.fn<(value: string) => void>();
  render(<DateTimeField label="Publish" value="" onValueChange={told} />);
  expect(screen.getByLabelText<HTMLInputElement>("Publish, time").disabled).toBe(true);
  await userEvent.type(screen.getByLabelText("Publish"), "5.11.2026");
  expect(told).toHaveBeenLastCalledWith("2026-11-05T09:00");
});
