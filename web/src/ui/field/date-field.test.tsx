// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { DateField } from "./date-field.tsx";

it("tells a day once its year is whole, and leaves alone what is being typed", () => {
  const told: string[] = [];
  render(<Days told={told} />);
  const field = screen.getByLabelText<HTMLInputElement>("From");
  for (const value of ["0002-11-05", "0020-11-05", "0202-11-05"]) {
    fireEvent.change(field, { target: { value } });
    expect(field.value).toBe(value);
  }
  expect(told).toEqual([]);
  fireEvent.change(field, { target: { value: "2026-11-05" } });
  expect(told).toEqual(["2026-11-05"]);
  fireEvent.change(field, { target: { value: "" } });
  expect(told).toEqual(["2026-11-05", ""]);
});

it("shows the day that counts when it is left with a year that is not whole", () => {
  const told: string[] = [];
  render(<Days told={told} />);
  const field = screen.getByLabelText<HTMLInputElement>("From");
  fireEvent.change(field, { target: { value: "2026-11-05" } });
  fireEvent.change(field, { target: { value: "0020-11-05" } });
  fireEvent.blur(field);
  expect(field.value).toBe("2026-11-05");
});

function Days({ told }: { told: string[] }) {
  const [day, setDay] = useState("");
  return (
    <DateField
      label="From"
      value={day}
      onValueChange={(next) => {
        told.push(next);
        setDay(next);
      }}
    />
  );
}
