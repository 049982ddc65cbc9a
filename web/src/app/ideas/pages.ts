/** The pages' imports, separate from the first load. */
export const ideasPage = () => import("./ideas-page.tsx");
export const palette = () => import("./palette.tsx");
export const shortcuts = () => import("../../features/ideas/shortcuts.ts");
