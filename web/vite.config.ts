import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { sizeBudget } from "./size-budget.ts";
import { slimRoutes } from "./slim-routes.ts";
import { sonnerStylesAsFile } from "./sonner-styles.ts";
import { zodWithoutJsonSchema } from "./zod-without-json-schema.ts";

const api = `http://127.0.0.1:${process.env.ATOLL_API_PORT ?? 3000}`;

/** What a signed-in person loads first: the shell, then one of these screens. */
const firstScreens = [
  { route: "/chat", modules: ["/src/app/shell/shell.tsx", "/src/app/chat/chat-page.tsx"] },
  { route: "/dashboard", modules: ["/src/app/shell/shell.tsx", "/src/app/dashboard/dashboard-page.tsx"] },
];

/** The shell, and the small things that each of the first screens has: apart, they would be a dozen files. */
const inShell = new RegExp(
  [
    "/app/shell/shell\\.tsx$",
    "/app/page/page-header\\.tsx$",
    "/ui/(skeleton|row-skeletons|empty-state|error-state|count|card)\\.tsx$",
    "/lib/(format-age|format-date|use-now|page-title)\\.tsx?$",
    "/features/chat/(channel-mark\\.tsx|channel-title\\.ts|preview\\.ts|use-channels\\.ts)$",
    "/useMutation\\.js$",
    "/icons/(message-circle|calendar|megaphone|search)\\.(m?js)$",
  ].join("|"),
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    sonnerStylesAsFile(),
    zodWithoutJsonSchema(),
    slimRoutes(),
    sizeBudget({ limitKb: 180, screens: firstScreens }),
  ],
  server: {
    proxy: { "/api": { target: api, ws: true } },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // The content security policy allows no data: fonts, so every asset stays a file.
    assetsInlineLimit: 0,
    // What every first load needs, in two files. Cut by what else shares each module it would be some fifty,
    // which compress worse: 11 kB more.
    rolldownOptions: {
      // A schema that nothing uses is made for nothing.
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        codeSplitting: {
          groups: [
            { name: "core", test: /\/src\/main\.tsx$/, priority: 2 },
            { name: "shell", test: inShell, priority: 1 },
            { name: "chat", test: /\/src\/app\/chat\/chat-page\.tsx$/ },
          ],
        },
      },
    },
  },
});
