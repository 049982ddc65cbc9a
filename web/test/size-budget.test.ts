import { randomBytes } from "node:crypto";
import type { Plugin, Rolldown } from "vite";
import { expect, test } from "vitest";
import { sizeBudget } from "../size-budget.ts";

const entry = chunk("index.js", { isEntry: true, bytes: 20_000, imports: ["vendor.js"] });
const vendor = chunk("vendor.js", { bytes: 30_000, imports: ["index.js"] });
const shared = chunk("shared.js", { bytes: 10_000 });
const chat = chunk("chat.js", {
  bytes: 5_000,
  imports: ["shared.js"],
  modules: ["/app/src/app/chat/chat-page.tsx"],
});
const board = chunk("board.js", { bytes: 90_000, modules: ["/app/src/app/board/board-page.tsx"] });

const chatScreen = { route: "/chat", modules: ["/src/app/chat/chat-page.tsx"] };
const boardScreen = { route: "/board", modules: ["/src/app/board/board-page.tsx"] };

test("counts the entry and the screen with their imports, once, and no other screen", () => {
  const { info, error } = run([chatScreen], 70);
  expect(error).toBeUndefined();
  expect(Number(info?.match(/\/chat ([\d.]+) kB/)?.[1])).toBeCloseTo(65, 0);
});

test("reports the largest screen and the excess", () => {
  const { error } = run([chatScreen, boardScreen], 100);
  expect(error).toMatch(/^over the size budget: .*\/chat 65\.\d kB, \/board 140\.\d kB \(limit 100 kB\)$/);
});

test("fails for a screen that is in no chunk", () => {
  const gone = { route: "/gone", modules: ["/src/app/gone/gone-page.tsx"] };
  expect(run([gone], 100).error).toBe("size budget: no chunk holds /src/app/gone/gone-page.tsx (/gone)");
});

function run(screens: { route: string; modules: string[] }[], limitKb: number) {
  const bundle = Object.fromEntries([entry, vendor, shared, chat, board].map((one) => [one.fileName, one]));
  const said: { info?: string; error?: string } = {};
  const context = {
    info: (text: string) => {
      said.info = text;
    },
    error: (text: string) => {
      said.error ??= text;
    },
  };
  const { handler } = (sizeBudget({ limitKb, screens }) as Plugin).generateBundle as unknown as {
    handler: (this: typeof context, options: unknown, bundle: unknown) => void;
  };
  handler.call(context, {}, bundle);
  return said;
}

function chunk(fileName: string, { bytes, isEntry = false, imports = [], modules = [] }: ChunkSketch) {
  // Random bytes do not compress: gzip takes from their base64 what base64 has added.
  const code = randomBytes(bytes).toString("base64");
  return {
    type: "chunk",
    fileName,
    code,
    isEntry,
    imports,
    moduleIds: modules,
  } as unknown as Rolldown.OutputChunk;
}

interface ChunkSketch {
  bytes: number;
  isEntry?: boolean;
  imports?: string[];
  modules?: string[];
}
