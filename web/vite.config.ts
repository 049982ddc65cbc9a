import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { areaChunks } from "./area-chunks.ts";
import { compressedFiles } from "./compressed-files.ts";
import { contractShape, schemaNames } from "./contract-shape.ts";
import { eventShapes } from "./event-shapes.ts";
import { knownClasses } from "./known-classes.ts";
import { noCircles } from "./no-circles.ts";
import { pageStart } from "./page-start.ts";
import { renderedPages } from "./rendered-pages.ts";
import { serviceWorker } from "./service-worker.ts";
import { sizeBudget } from "./size-budget.ts";
import { slimRoutes } from "./slim-routes.ts";

const contract = join(import.meta.dirname, "..", "contract", "src");
const api = `http://127.0.0.1:${process.env.ATOLL_API_PORT ?? 3000}`;

/** The frame, with what areas keep alive in it. */
const frame = ["/src/app/shell/shell.tsx", "/src/app/chat/live.ts"];

/** The first load: the sign-in page, or for a signed-in person the shell and one of these screens. */
const firstScreens = [
  { route: "/login", modules: ["/src/app/screens/login-screen.tsx"] },
  { route: "/chat", modules: [...frame, "/src/app/chat/chat-page.tsx"] },
  {
    route: "/dashboard",
    // Its cards come while their places are shown.
    modules: [...frame, "/src/app/dashboard/dashboard-page.tsx"],
  },
];

/** Modules that the first screens load right after they are painted. Without them, an offline start would have no chat. */
const afterFirstPaint = [
  { route: "/chat", modules: ["/src/app/live.tsx", "/src/features/chat/session/chat-session.ts"] },
];

/** The first pages by the beginnings of their addresses, and what each waits for. */
const startingPages = {
  // Its cards come while their places are shown.
  "/dashboard": ["/src/app/dashboard/dashboard-page.tsx"],
  "/chat": ["/src/app/chat/chat-page.tsx", "/src/features/chat/session/chat-session.ts"],
  "/tasks": ["/src/app/pages.ts", "/src/app/tasks/tasks-page.tsx"],
  "/calendar": ["/src/app/pages.ts", "/src/app/calendar/calendar-page.tsx"],
  "/inbox": ["/src/app/pages.ts", "/src/app/inbox/inbox-page.tsx"],
  "/knowledge-base": ["/src/app/pages.ts", "/src/app/knowledge-base/section-pages.tsx"],
};

/** The emoji by their names in other forms, languages of programs, formulas, the kit's own page, what only administrators open. */
const fewPeopleSee =
  /^assets\/(emoji-compact|emoji-shortcodes|coloured-code|draw-formula|design-system|.*-ext-wght)/;

/**
 * The code that every page needs, and that the sign-in page shares with the shell, so that it does not load all of the
 * shell.
 */
const inCore = new RegExp(
  [
    "/src/main\\.tsx$",
    "/src/lib/(page/page-title|preferences|format-number)\\.ts$",
    "/src/ui/[a-z]+/(logo|inline-alert|load-failure)\\.tsx?$",
    "/src/features/workspace/(use-workspace|company-mark)\\.tsx?$",
    "/src/ui/button/icon-button\\.tsx$",
    "/icons/arrow-left\\.m?js$",
    // Limits that every page needs. The limits of other areas load with their own pages.
    "/contract/src/((?:chat|comments|drafts|files|identity|notifications|people|search|sensitive-data|workspace)/limits|people/presence|text/max-mentions)\\.ts$",
  ].join("|"),
);

/** Zod, and what is made of it: a file of its own, for forms. No screen asks for it before a form does. */
const isSchema = new RegExp(
  [
    "/zod/v4/",
    "/contract/src/([a-z-]+/)?([a-z]+-)*(schemas?|events|command|lists)\\.ts$",
    "/contract/src/([a-z-]+/)?(identifiers|names|storable-text|at-most|time-zone|email|passwords|account|canvas|visible-text)\\.ts$",
  ].join("|"),
);

/** The shell, and the small things that each of the first screens has: apart, they would be a dozen files. */
const inShell = new RegExp(
  [
    "/app/shell/shell\\.tsx$",
    "/app/chat/live\\.ts$",
    "/app/page/page-header\\.tsx$",
    "/ui/[a-z]+/(skeleton|row-skeletons|empty-state|error-state|count|card)\\.tsx$",
    "/lib/time/(format-age|format-date|wall-clock|use-now)\\.tsx?$",
    "/features/chat/(channel-list/(channel-mark|channel-title|preview)|session/use-channels)\\.tsx?$",
    "/capabilities/offline/seen/(seen|seen-marks|use-kept-seen|as-of)\\.tsx?$",
    "/lib/server/use-offline\\.ts$",
    "/markdown/without-marks\\.ts$",
    "/useMutation\\.js$",
  ].join("|"),
);

/** The icons of all pages but the first: each is asked for by its name from one list, which hides who needs it. */
const isIcon = /\/lucide-react\//;

const areas = areaChunks({ screens: firstScreens, schemas: isSchema, icons: isIcon });

// Replaces a shim for React versions without the hook.
const alias = { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" };

const define = {
  __ATOLL_CONTRACT__: JSON.stringify(contractShape(contract)),
  // A text in a text: the browser parses it when it needs it.
  __ATOLL_EVENT_SHAPES__: JSON.stringify(JSON.stringify(eventShapes())),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    slimRoutes(),
    areas.plugin,
    knownClasses(),
    sizeBudget({ limitKb: 157.8, screens: firstScreens }),
    noCircles(),
    renderedPages({ screens: /\/screens\/(landing|login)-screen\.tsx$/, define, alias }),
    pageStart({
      entry: "src/early/main.ts",
      failureEntry: "src/early/late-app.ts",
      frame: [...frame, "/src/app/live.tsx"],
      pages: startingPages,
    }),
    serviceWorker({
      entry: "src/worker/main.ts",
      screens: [...firstScreens, ...afterFirstPaint],
      onlyWhenUsed: fewPeopleSee,
    }),
    compressedFiles(),
  ],
  resolve: { alias },
  define,
  server: {
    proxy: { "/api": { target: api, ws: true } },
  },
  build: {
    // The browsers supported by the README. Tested in Firefox and WebKitGTK by `npm run test:browsers`.
    target: ["chrome126", "edge126", "firefox128", "safari18"],
    // All of these browsers preload modules by themselves.
    modulePreload: { polyfill: false },
    // The npm commands build each version into its own folder next to this one, which servers may be using.
    outDir: "dist/by-hand",
    emptyOutDir: true,
    // The content security policy allows no data: fonts, so every asset stays a file.
    assetsInlineLimit: 0,
    // The code of every first load, in two files. Splitting by shared modules would create about fifty, which compress
    // worse: 11 kB more.
    rolldownOptions: {
      // A schema that nothing uses is made for nothing, and so is one made of another.
      treeshake: { manualPureFunctions: ["z", ...schemaNames(contract)], propertyReadSideEffects: false },
      output: {
        // Each name stands in the first load, where a hash does not compress: seven characters are the fewest that work.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [
            { name: "schemas", test: isSchema, priority: 4, includeDependenciesRecursively: false },
            { name: "core", test: inCore, priority: 3 },
            { name: "shell", test: inShell, priority: 1 },
            { name: "chat", test: /\/src\/app\/chat\/chat-page\.tsx$/ },
            { name: "dashboard", test: /\/src\/app\/dashboard\/dashboard-page\.tsx$/, priority: 1 },
            // The sign-in page brings its fields with it, and asks for no more of the kit.
            { name: "sign-in", test: /\/src\/app\/screens\/login-screen\.tsx$/ },
            { name: "icons", test: isIcon, includeDependenciesRecursively: false },
            // Modules that the index of a library hides from the plan.
            { name: "libraries", test: /\/node_modules\//, includeDependenciesRecursively: false },
            // Above all that the first screens bring with them: they need none of it.
            { name: areas.nameOf, debugName: "areas", priority: 5, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
