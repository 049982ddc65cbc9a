import type { Plugin } from "vite";
import { expect, test } from "vitest";
import { areaChunks } from "../area-chunks.ts";

const app = "/atoll/web/src/app";
const features = "/atoll/web/src/features";
const [tasks, calendar, ideas] = ["tasks/tasks-page", "calendar/calendar-page", "ideas/ideas-page"].map(
  (page) => `${app}/${page}.tsx`,
) as [string, string, string];
const large = 20_000;

test("puts a module into the file of the area that alone needs it, what it opens later into another", () => {
  const dialog = `${features}/tasks/new-task.tsx`;
  const files = plan({
    [tasks]: { imports: [`${features}/tasks/board.tsx`] },
    [`${features}/tasks/board.tsx`]: { lazy: [dialog] },
  });
  expect(files(tasks)).toBe("tasks");
  expect(files(`${features}/tasks/board.tsx`)).toBe("tasks");
  expect(files(dialog)).toBe("tasks-parts");
});

test("gives a large module that two areas share a file of its own, and small ones that many share one together", () => {
  const drag = "/atoll/web/src/ui/drag.ts";
  const words = "/atoll/web/src/lib/words.ts";
  const names = "/atoll/web/src/lib/names.ts";
  const files = plan({
    [tasks]: { imports: [drag, words, names] },
    [calendar]: { imports: [drag, words] },
    [ideas]: { imports: [names] },
    [drag]: { size: large },
    [words]: {},
    [names]: {},
  });
  expect(files(drag)).toBe("calendar+tasks");
  // Both areas load that file anyway.
  expect(files(words)).toBe("calendar+tasks");
  expect(files(names)).toBe("shared");
});

test("leaves the first screens, schemas and icons alone, and puts what schemas need below them and the pages", () => {
  const schema = "/atoll/contract/src/tasks/schemas.ts";
  const limits = "/atoll/contract/src/tasks/limits.ts";
  const shell = "/atoll/web/src/app/shell/shell.tsx";
  const files = plan({
    [shell]: { imports: ["/atoll/web/src/ui/button.tsx"] },
    "/atoll/web/src/ui/button.tsx": {},
    [tasks]: { imports: [schema, limits, "/atoll/web/src/ui/button.tsx"] },
    [schema]: { imports: [limits] },
    [limits]: {},
  });
  expect([shell, "/atoll/web/src/ui/button.tsx", schema].map(files)).toEqual([null, null, null]);
  expect(files(limits)).toBe("limits");
});

interface Sketch {
  imports?: string[];
  lazy?: string[];
  size?: number;
}

/** Returns the file of a module, where the pages among these are loaded lazily by the start of the app. */
function plan(sketches: Record<string, Sketch>): (id: string) => string | null {
  const main = "/atoll/web/src/main.tsx";
  const isPage = (id: string) => id.endsWith("page.tsx");
  const modules = new Map(
    Object.entries({ ...sketches, [main]: { lazy: Object.keys(sketches).filter(isPage) } }),
  );
  const { plugin, nameOf } = areaChunks({
    screens: [{ route: "/chat", modules: ["/src/app/shell/shell.tsx"] }],
    schemas: /\/schemas\.ts$/,
    icons: /lucide/,
  });
  const context = {
    getModuleIds: () => modules.keys(),
    getModuleInfo(id: string) {
      const { imports = [], lazy = [], size = 10 }: Sketch = modules.get(id) ?? {};
      return {
        importedIds: imports,
        dynamicallyImportedIds: lazy,
        isEntry: id === main,
        code: "x".repeat(size),
      };
    },
  };
  (plugin as Plugin & { buildEnd: (this: typeof context) => void }).buildEnd.call(context);
  return nameOf;
}
