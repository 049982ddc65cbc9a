// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { MultiSelect } from "./multi-select.tsx";

const options = [
  { value: "frontend", label: "Frontend" },
  { value: "backend", label: "Backend" },
  { value: "devops", label: "DevOps" },
];

function Departments({ start = [] }: { start?: string[] }) {
  const [value, setValue] = useState(start);
  return <MultiSelect label="Departments" options={options} value={value} onValueChange={setValue} />;
}

test("shows its placeholder while nothing is chosen", () => {
  render(<Departments />);
  expect(screen.getByRole("combobox", { name: "Departments" }).textContent).toBe("Select an option");
});

test("counts selected options and keeps the list open", async () => {
  const user = userEvent.setup();
  render(<Departments />);
  const field = screen.getByRole("combobox", { name: "Departments" });
  await user.click(field);
  await user.click(await screen.findByRole("option", { name: "Backend" }));
  expect(field.textContent).toBe("1 selected");
  await user.click(screen.getByRole("option", { name: "DevOps" }));
  expect(field.textContent).toBe("2 selected");
  expect(screen.getByRole("option", { name: "Backend" }).getAttribute("aria-selected")).toBe("true");
  await user.click(screen.getByRole("option", { name: "Backend" }));
  expect(field.textContent).toBe("1 selected");
});

test("shows selected options as badges that remove them", async () => {
  const user = userEvent.setup();
  render(<Departments start={["frontend", "devops"]} />);
  await user.click(screen.getByRole("button", { name: "Remove Frontend" }));
  expect(screen.getByRole("combobox", { name: "Departments" }).textContent).toBe("1 selected");
  await user.click(screen.getByRole("button", { name: "Remove DevOps" }));
  expect(screen.getByRole("combobox", { name: "Departments" }).textContent).toBe("Select an option");
  expect(screen.queryByRole("list")).toBeNull();
});
