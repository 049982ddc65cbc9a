import { expect, it } from "vitest";
import * as Y from "yjs";
import { deletedBy, unplacedText } from "./unplaced-text.ts";

/** A page: its document, what it typed, and what it was offered as unplaced. */
class Page {
  readonly shared = new Y.Doc();
  readonly root = this.shared.getXmlFragment("text");
  readonly own = new Set([this.shared.clientID]);
  /** Each character is typed once in the whole test. */
  typed: string[] = [];
  deleted = new Set<string>();
  unplaced: string[] = [];
  unsent: Uint8Array[] = [];

  constructor(seed: Uint8Array) {
    Y.applyUpdate(this.shared, seed, "server");
    this.shared.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== "server") this.unsent.push(update);
    });
  }

  receive(update: Uint8Array): void {
    const seen = deletedBy(update);
    const look = (transaction: Y.Transaction) =>
      this.unplaced.push(...unplacedText(transaction, this.own, seen));
    this.shared.on("afterTransaction", look);
    Y.applyUpdate(this.shared, update, "server");
    this.shared.off("afterTransaction", look);
  }

  text(): string {
    return this.root
      .toArray()
      .map((block) => (block instanceof Y.XmlElement ? textOf(block) : ""))
      .join("\n");
  }
}

function textOf(block: Y.XmlElement): string {
  return block
    .toArray()
    .map((child) => (child instanceof Y.XmlText ? child.toString() : ""))
    .join("");
}

function paragraph(text: string): Y.XmlElement {
  const block = new Y.XmlElement("paragraph");
  block.insert(0, [new Y.XmlText(text)]);
  return block;
}

function seedOf(...texts: string[]): Uint8Array {
  const shared = new Y.Doc();
  shared.getXmlFragment("text").insert(0, texts.map(paragraph));
  return Y.encodeStateAsUpdate(shared);
}

const textIn = (page: Page, block: number) => (page.root.get(block) as Y.XmlElement).get(0) as Y.XmlText;

it("offers what was typed into a block that somebody else deleted without seeing it", () => {
  const seed = seedOf("first", "second");
  const [ana, ben] = [new Page(seed), new Page(seed)];
  textIn(ana, 0).insert(5, " and more");
  ben.root.delete(0, 1);
  for (const update of ben.unsent) ana.receive(update);
  for (const update of ana.unsent) ben.receive(update);
  expect(ana.text()).toBe(ben.text());
  expect(ana.text()).toBe("second");
  expect(ana.unplaced).toEqual([" and more"]);
  expect(ben.unplaced).toEqual([]);
});

it("offers no text that another person deleted after reading it", () => {
  const seed = seedOf("first");
  const [ana, ben] = [new Page(seed), new Page(seed)];
  textIn(ana, 0).insert(5, " and more");
  for (const update of ana.unsent) ben.receive(update);
  ben.root.delete(0, 1);
  for (const update of ben.unsent) ana.receive(update);
  expect(ana.text()).toBe("");
  expect(ana.unplaced).toEqual([]);
});

/** `ATOLL_WRITING_RUNS=1000` tries many more. */
const runs = Number(process.env.ATOLL_WRITING_RUNS ?? 20);

it.each(Array.from({ length: runs }, (_, index) => index + 1))(
  "run %i: five writers with cuts end with one text, and lose no character that nobody meant to delete",
  (run) => {
    const random = seeded(run);
    const seed = seedOf("", "", "");
    const pages = Array.from({ length: 5 }, () => new Page(seed));
    const log: Uint8Array[] = [];
    const heard = pages.map(() => 0);
    let next = 0;
    /** Texts that were deleted by a page that showed them. */
    const meant = new Set<string>();

    const sync = (index: number) => {
      const page = pages[index]!;
      for (const update of page.unsent.splice(0)) log.push(update);
      for (; heard[index]! < log.length; heard[index]! += 1) page.receive(log[heard[index]!]!);
    };
    for (let step = 0; step < 120; step += 1) {
      const index = random(pages.length);
      const page = pages[index]!;
      const blocks = page.root.length;
      const act = random(10);
      if (act < 6 && blocks > 0) {
        const text = textIn(page, random(blocks));
        const character = String.fromCodePoint(0x4e00 + next);
        next += 1;
        text.insert(random(text.length + 1), character);
        page.typed.push(character);
      } else if (act === 6 && blocks > 0) {
        const text = textIn(page, random(blocks));
        if (text.length > 0) {
          const at = random(text.length);
          meant.add(text.toString()[at]!);
          text.delete(at, 1);
        }
      } else if (act === 7 && blocks > 1) {
        const at = random(blocks);
        for (const character of textOf(page.root.get(at) as Y.XmlElement)) meant.add(character);
        page.root.delete(at, 1);
      } else if (act === 8) page.root.insert(random(blocks + 1), [paragraph("")]);
      // Cut off now and then: some pages do not hear of each other for long.
      if (random(4) === 0) sync(index);
    }
    for (let round = 0; round < 2; round += 1) for (const index of pages.keys()) sync(index);

    const [first] = pages;
    for (const page of pages) expect(page.text()).toBe(first!.text());
    for (const page of pages) {
      const kept = first!.text() + page.unplaced.join("");
      expect(page.typed.filter((character) => !kept.includes(character) && !meant.has(character))).toEqual(
        [],
      );
    }
  },
);

/** Numbers that are the same in each run of the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % below;
  };
}
