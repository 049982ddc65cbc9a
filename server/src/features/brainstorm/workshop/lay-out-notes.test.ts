import { boardTemplates } from "@atoll/contract/brainstorm/templates";
import type { CanvasElement, IdentifiedElement } from "@atoll/contract/documents/canvas";
import fc from "fast-check";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { layOutNotes } from "./lay-out-notes.ts";
import { type Box, boxOf, overlaps } from "./note-grid.ts";

const named = (element: CanvasElement): IdentifiedElement => ({ id: uuidv7(), authorId: null, element });
const note = (at: [number, number], frame: string | null): CanvasElement => ({
  kind: "note",
  at,
  size: [132, 114],
  stack: 0,
  frame,
  group: null,
  color: "sun",
  text: "Words",
});

/** A board as it is after the reveal: frames, and everything else with its frame. */
function revealed(
  elements: readonly IdentifiedElement[],
  notes: readonly { id: string; frame_id: string | null }[],
) {
  const { places, moved } = layOutNotes(notes, elements);
  const after = new Map(moved.map((one) => [one.id, one]));
  const now = elements.map((one) => after.get(one.id) ?? one);
  const frames = new Map<string, Box>();
  const others: { box: Box; frame: string | null }[] = [];
  for (const { id, element } of now) {
    if (element.kind === "frame") frames.set(id, boxOf(element));
    else if (element.kind !== "arrow") others.push({ box: boxOf(element), frame: element.frame });
  }
  for (const { at, frame } of places.values()) others.push({ box: boxOf({ at, size: [132, 114] }), frame });
  return { frames, others };
}

function expectOrder({ frames, others }: ReturnType<typeof revealed>): void {
  const all = [...frames.values()];
  expect(all.filter((one, index) => all.slice(0, index).some((two) => overlaps(one, two)))).toEqual([]);
  const boxes = others.map(({ box }) => box);
  expect(boxes.filter((one, index) => boxes.slice(0, index).some((two) => overlaps(one, two)))).toEqual([]);
  for (const { box, frame } of others) {
    for (const [id, outer] of frames) {
      if (id !== frame) expect(overlaps(box, outer)).toBe(false);
      else
        expect(
          box.x >= outer.x &&
            box.y >= outer.y &&
            box.x + box.width <= outer.x + outer.width &&
            box.y + box.height <= outer.y + outer.height,
        ).toBe(true);
    }
  }
}

test("notes stay in their frames and cover nothing, on every template and after every further reveal", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...boardTemplates),
      fc.array(fc.array(fc.nat(6), { maxLength: 90 }), { minLength: 1, maxLength: 3 }),
      (template, rounds) => {
        let elements = template.elements.map(named);
        const frames = elements.filter(({ element }) => element.kind === "frame");
        for (const choices of rounds) {
          const notes = choices.map((choice) => ({ id: uuidv7(), frame_id: frames[choice]?.id ?? null }));
          expectOrder(revealed(elements, notes));
          const { places, moved } = layOutNotes(notes, elements);
          const after = new Map(moved.map((one) => [one.id, one]));
          elements = [
            ...elements.map((one) => after.get(one.id) ?? one),
            ...[...places].map(([id, { at, frame }]) => ({ id, authorId: null, element: note(at, frame) })),
          ];
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("moves everything below a growing frame down with its notes, and leaves a board with enough space as it is", () => {
  const frame = (at: [number, number]) =>
    named({
      kind: "frame",
      at,
      size: [432, 290],
      stack: -1,
      frame: null,
      group: null,
      color: "sea",
      text: "Group",
    });
  const [upper, lower] = [frame([0, 0]), frame([0, 310])];
  const inLower = named(note([10, 346], lower.id));
  const few = [upper, lower, inLower];
  const notesOf = (count: number) =>
    Array.from({ length: count }, () => ({ id: uuidv7(), frame_id: upper.id }));
  expect(layOutNotes(notesOf(6), few).moved).toEqual([]);
  const { moved } = layOutNotes(notesOf(9), few);
  const at = (id: string) => moved.find((one) => one.id === id)?.element.at;
  const grown = moved.find((one) => one.id === upper.id)?.element;
  const by = (grown?.kind === "frame" ? grown.size[1] : 0) - 290;
  expect(by).toBeGreaterThan(0);
  expect(at(lower.id)).toEqual([0, 310 + by]);
  expect(at(inLower.id)).toEqual([10, 346 + by]);
});
