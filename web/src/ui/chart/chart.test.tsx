// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { AreaChart } from "./area-chart.tsx";
import { BarChart } from "./bar-chart.tsx";
import { BarRows } from "./bar-rows.tsx";
import { ChartCard } from "./chart-card.tsx";
import { type ChartData, chartCsv } from "./chart-data.ts";
import { LineChart } from "./line-chart.tsx";

afterEach(cleanup);

const row = (key: string, done: number, made: number) => ({
  key,
  label: `Week of ${key}`,
  tick: key,
  values: { done, made },
  links: { done: `/list?done=${key}`, made: `/list?made=${key}`, all: `/list?week=${key}` },
});
const data: ChartData = {
  rowHead: "Week",
  series: [
    { key: "done", label: "Done", color: 1 },
    { key: "made", label: "Created", color: 2 },
  ],
  rows: [row("2 Nov", 3, 5), row("9 Nov", 4, 4), row("16 Nov", 0, 7)],
};
const link = (address: string) => <a href={address}>…</a>;

it.each([
  ["lines", LineChart],
  ["areas", AreaChart],
  ["bars", BarChart],
])("%s are read with arrows, and Enter opens what a figure counts", async (_kind, Chart) => {
  const onOpen = vi.fn();
  render(<Chart data={data} label="Work" onOpen={onOpen} />);
  const user = userEvent.setup();
  const said = screen.getByRole("status");
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("group", { name: /^Work\./ }));
  await user.keyboard("{ArrowLeft}");
  expect(said.textContent).toBe("Week of 16 Nov: Done 0, Created 7");
  await user.keyboard("{Home}{ArrowDown}{Enter}");
  expect(said.textContent).toBe("Week of 2 Nov: Done 3, Created 5");
  expect(onOpen.mock.calls).toEqual([["/list?made=2 Nov"]]);
  await user.keyboard("{Escape}");
  expect(said.textContent).toBe("");
});

it("each chart has a table whose figures link to what they count, and which can be saved", async () => {
  const onSave = vi.fn();
  render(
    <ChartCard
      title="Work"
      summary="7 done"
      definition="What was done."
      data={data}
      link={link}
      onSave={onSave}
    >
      <p>The chart</p>
    </ChartCard>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Table of “Work”" }));
  const table = screen.getByRole("table", { name: "Work" });
  expect(screen.queryByText("The chart")).toBeNull();
  const last = within(table).getByRole("row", { name: /16 Nov/ });
  expect(within(last).getByRole("link", { name: "7" }).getAttribute("href")).toBe("/list?made=16 Nov");
  await user.click(screen.getByRole("button", { name: "Save “Work” as CSV" }));
  expect(onSave.mock.calls).toEqual([[data, "Work"]]);
});

it("quotes a name that a spreadsheet would evaluate", () => {
  const odd = { ...data, rows: [{ ...row("x", 1, 2), label: '=SUM("a", b)' }] };
  expect(chartCsv(odd)).toBe('Week,Done,Created\r\n"\'=SUM(""a"", b)",1,2\r\n');
});

it("rows of bars show their figures and link to details", () => {
  render(<BarRows data={data} label="By week" link={link} />);
  const list = screen.getByRole("list", { name: "By week" });
  expect(
    within(list)
      .getAllByRole("link")
      .map((one) => [one.textContent, one.getAttribute("href")]),
  ).toEqual([
    ["8", "/list?week=2 Nov"],
    ["8", "/list?week=9 Nov"],
    ["7", "/list?week=16 Nov"],
  ]);
  expect(within(list).getByText("Week of 2 Nov: Done 3, Created 5.", { exact: false })).toBeTruthy();
});

it("labels at the end of lines overlap neither each other nor the axis", () => {
  const rows = data.rows.map((row) => ({ ...row, values: { done: 0, created: 0 } }));
  render(<LineChart data={{ ...data, rows }} label="Work" height={220} />);
  const heights = ["Done 0", "Created 0"].map((name) => Number(screen.getByText(name).getAttribute("y")));
  expect(Math.abs(heights[0]! - heights[1]!)).toBeGreaterThanOrEqual(15);
  expect(Math.max(...heights)).toBeLessThan(220 - 20);
});
