import type { DiagramTable } from "@atoll/contract/cards/import-routes";
import fc from "fast-check";
import { expect, test } from "vitest";
import { layoutDiagram, tableWidth } from "./layout-diagram.ts";

function table(name: string, refersTo: readonly string[] = [], more = 0): DiagramTable {
  const columns = [...refersTo.map((target): string | null => target), ...Array<null>(more).fill(null)];
  return {
    cardId: `card ${name}`,
    name,
    group: "billing",
    columns: columns.map((target, at) => ({
      name: `c${at}`,
      type: "uuid",
      isKey: false,
      isPersonal: false,
      refersTo: target,
    })),
  };
}

test("places tables to the right of those that they refer to", () => {
  const { placed, lines } = layoutDiagram([
    table("lines", ["invoices"]),
    table("invoices", ["sites"]),
    table("sites"),
  ]);
  expect(placed.map(({ table: { name } }) => name)).toEqual(["sites", "invoices", "lines"]);
  expect(new Set(placed.map(({ x }) => x)).size).toBe(3);
  expect(lines).toHaveLength(2);
});

test("places each table once without overlap, for any references including cycles", () => {
  const names = fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.nat(30)), { maxLength: 12 }), (given) => {
      const tables = given.map(([to, more], at) =>
        table(
          `t${at}`,
          to.map((one) => `t${one}`),
          more,
        ),
      );
      const { placed, lines, width, height } = layoutDiagram(tables);
      expect(placed.map(({ table: { name } }) => name).toSorted()).toEqual(
        tables.map(({ name }) => name).toSorted(),
      );
      for (const one of placed) {
        expect(one.x + tableWidth <= width && one.y + one.height <= height).toBe(true);
        const over = placed.filter(
          (other) =>
            other !== one &&
            other.x === one.x &&
            other.y < one.y + one.height &&
            one.y < other.y + other.height,
        );
        expect(over).toEqual([]);
      }
      const references = tables.flatMap(({ columns }) =>
        columns.filter(({ refersTo }) => tables.some(({ name }) => name === refersTo)),
      );
      expect(lines).toHaveLength(references.length);
    }),
    { numRuns: 30 },
  );
});
