// @vitest-environment jsdom
import type { IcsImport } from "@atoll/contract/calendar/ics-schemas";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ImportCheck } from "./import-check.tsx";

const nothing: IcsImport = {
  name: "",
  created: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  events: [],
  skips: [],
  losses: [],
  unknownZones: [],
};

it("names what is left out and what is lost, with its line", () => {
  render(
    <ImportCheck
      found={{
        ...nothing,
        skipped: 1,
        skips: [{ title: "Lost", line: 1203, reason: "bad_times" }],
        losses: [
          { reason: "exrule", count: 12, places: [{ title: "Review", line: 8 }] },
          { reason: "not_utf8", count: 1, places: [{ title: "", line: 4 }] },
          { reason: "kept_as_here", count: 1, places: [{ title: "Yoga", line: null }] },
        ],
      }}
    />,
  );
  expect(screen.getByText("Its times cannot be read. Line 1,203.")).toBeTruthy();
  expect(screen.getByText(/EXRULE/)).toBeTruthy();
  expect(screen.getByText("Review (line 8) and 11 more")).toBeTruthy();
  expect(screen.getByText("line 4")).toBeTruthy();
  expect(screen.getByText("Yoga")).toBeTruthy();
});

it("says what a file without events has instead", () => {
  const { rerender } = render(<ImportCheck found={nothing} />);
  expect(screen.getByText("There is no event in this file.")).toBeTruthy();
  const tasks = { reason: "not_events" as const, count: 2, places: [{ title: "", line: 3 }] };
  rerender(<ImportCheck found={{ ...nothing, losses: [tasks] }} />);
  expect(screen.getByText("Tasks and notes. Only events are imported.")).toBeTruthy();
});
