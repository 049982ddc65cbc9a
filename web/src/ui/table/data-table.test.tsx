// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { type Column, DataTable } from "./data-table.tsx";

interface Row {
  id: number;
  name: string;
  age: number | null;
}

const columns: Column<Row>[] = [
  { key: "name", header: "Name", sortBy: (row) => row.name, cell: (row) => row.name },
  {
    key: "age",
    header: "Age",
    align: "right",
    sortBy: (row) => row.age,
    cell: (row) => row.age ?? "unknown",
  },
  { key: "note", header: "Note", cell: () => "-" },
];

function people(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index,
    name: `Person ${index + 1}`,
    age: count - index,
  }));
}

function table(rows: readonly Row[]) {
  return <DataTable label="People" columns={columns} rows={rows} rowKey={(row) => String(row.id)} />;
}

function names(): string[] {
  const [, ...rows] = screen.getAllByRole("row");
  return rows.map((row) => within(row).getAllByRole("cell")[0]?.textContent ?? "");
}

describe("the pager", () => {
  test("is left out when one page holds every row", () => {
    render(table(people(10)));
    expect(names()).toHaveLength(10);
    expect(screen.queryByText(/^Page/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
  });

  test("says where one is, and stops at both ends", async () => {
    const user = userEvent.setup();
    render(table(people(23)));
    expect(screen.getByText("Showing 1 to 10 of 23 results")).toBeDefined();
    expect(screen.getByText("Page 1 of 3")).toBeDefined();
    expect(screen.getByRole("button", { name: "Previous" })).toHaveProperty("disabled", true);

    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.getByText("Showing 11 to 20 of 23 results")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.getByText("Showing 21 to 23 of 23 results")).toBeDefined();
    expect(screen.getByText("Page 3 of 3")).toBeDefined();
    // It was just pressed, so it keeps the focus.
    expect(screen.getByRole("button", { name: "Next" }).getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByRole("button", { name: "Previous" })).toHaveProperty("disabled", false);
  });

  test("falls back to the last page there is when rows vanish", async () => {
    const user = userEvent.setup();
    const { rerender } = render(table(people(23)));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(screen.getByRole("button", { name: "Next" }));
    rerender(table(people(12)));
    expect(screen.getByText("Showing 11 to 12 of 12 results")).toBeDefined();
    expect(screen.getByText("Page 2 of 2")).toBeDefined();
    rerender(table(people(3)));
    expect(names()).toEqual(["Person 1", "Person 2", "Person 3"]);
  });
});

describe("sorting", () => {
  const rows: Row[] = [
    { id: 1, name: "Person 10", age: 40 },
    { id: 2, name: "Person 9", age: null },
    { id: 3, name: "person 2", age: 7 },
  ];

  test("sorts by a column header, reverses on the second press, and announces it", async () => {
    const user = userEvent.setup();
    render(table(rows));
    expect(names()).toEqual(["Person 10", "Person 9", "person 2"]);
    await user.click(screen.getByRole("button", { name: "Name" }));
    expect(names()).toEqual(["person 2", "Person 9", "Person 10"]);
    expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
    await user.click(screen.getByRole("button", { name: "Name" }));
    expect(names()).toEqual(["Person 10", "Person 9", "person 2"]);
    expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("descending");
  });

  test("keeps missing values last in both directions", async () => {
    const user = userEvent.setup();
    render(table(rows));
    await user.click(screen.getByRole("button", { name: "Age" }));
    expect(names()).toEqual(["person 2", "Person 10", "Person 9"]);
    await user.click(screen.getByRole("button", { name: "Age" }));
    expect(names()).toEqual(["Person 10", "person 2", "Person 9"]);
  });

  test("is not offered where a column has no order", () => {
    render(table(rows));
    expect(screen.queryByRole("button", { name: "Note" })).toBeNull();
  });

  test("goes back to the first page", async () => {
    const user = userEvent.setup();
    render(table(people(23)));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(screen.getByRole("button", { name: "Age" }));
    expect(screen.getByText("Page 1 of 3")).toBeDefined();
    expect(names()[0]).toBe("Person 23");
  });
});
