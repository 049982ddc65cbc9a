// @vitest-environment jsdom
import type { CardType } from "@atoll/contract/cards/schemas";
import { sectionOptions } from "@atoll/contract/cards/section-schemas";
import { givenSections } from "@atoll/contract/cards/sections/all";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { sectionFigures } from "../data/figures.ts";
import { stageTone } from "../data/words.ts";
import { FiguresStrip } from "./figures-strip.tsx";

function typeOf(department: string, slug: string): CardType {
  const section = givenSections[department]!.find((one) => one.slug === slug)!;
  const { options, stages, fields, valueField = null, staleDays = null, ...names } = section;
  return {
    ...{ id: "t", departmentId: "d", icon: "layers", isOwn: false, fieldsVersion: 1, valueField, staleDays },
    ...names,
    stages: [...stages],
    fields: [...fields],
    options: sectionOptions(options),
  };
}

function figuresOf(type: CardType): string[] {
  const stages = type.stages.map(({ id }, at) => ({ stage: id, count: at + 1, totals: [] }));
  const figures = { stages, stalled: 0, closed: { won: 12, lost: 3 } };
  const { unmount } = render(<FiguresStrip section={{ type, figures }} />);
  const labels = screen.getAllByRole("term").map(({ textContent }) => textContent ?? "");
  unmount();
  return labels;
}

test("a section shows the figures that its people use", () => {
  expect(figuresOf(typeOf("devops", "rollback"))).toEqual(["Runbooks ready", "Draft", "Stalled"]);
  expect(figuresOf(typeOf("backend", "schema"))).toEqual(["Tables", "Planned"]);
  expect(figuresOf(typeOf("devops", "pipelines"))).toEqual(["Running", "Passed, 90 days"]);
  expect(figuresOf(typeOf("devops", "deployment"))).toEqual(["Failing"]);
  expect(figuresOf(typeOf("devops", "monitoring"))).toEqual(["Open alerts", "Resolved"]);
});

test("a tile of the overview leads with the figure of the strip, money in short", () => {
  const short = (department: string, slug: string, currency?: string) => {
    const type = typeOf(department, slug);
    const totals = currency ? [{ currency, amount: 12_345_600, weighted: 4_000_000 }] : [];
    const stages = type.stages.map(({ id }, at) => ({ stage: id, count: 1, totals: at === 0 ? totals : [] }));
    const all = sectionFigures({ type, figures: { stages, stalled: 2, closed: { won: 12, lost: 3 } } });
    return all.map(({ label, value, short: inShort }) => `${label}: ${inShort ?? value}`);
  };
  expect(short("business-development", "pipeline", "EUR").slice(0, 3)).toEqual([
    ...["Open value: 123k EUR", "Weighted: 40k EUR", "Win rate, 90 days: 80%"],
  ]);
  expect(short("devops", "monitoring")[0]).toBe("Open alerts: 2");
  const type = typeOf("devops", "monitoring");
  const stages = type.stages.map(({ id }) => ({ stage: id, count: 2, totals: [] }));
  const [lead] = sectionFigures({ type, figures: { stages, stalled: 0, closed: { won: 0, lost: 0 } } });
  // A count of part of the open alerts does not stand above a count of all open ones.
  expect(lead).toEqual({ label: "Open alerts", value: "4", note: `Of ${2 * stages.length} alerts` });
  expect(short("devops", "pipelines")).toEqual(["Running: 1", "Passed, 90 days: 80%"]);
});

test("shows failed cards as an error, and other finished ones neutrally", () => {
  const tone = (slug: string, id: string) => {
    const type = typeOf("devops", slug);
    return stageTone(
      type,
      type.stages.find((stage) => stage.id === id),
    );
  };
  expect([tone("pipelines", "failed"), tone("deployment", "failing"), tone("monitoring", "firing")]).toEqual([
    ...["error", "error", "error"],
  ]);
  expect([tone("pipelines", "canceled"), tone("deployment", "replaced")]).toEqual(["secondary", "secondary"]);
});
