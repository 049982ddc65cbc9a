/** What each page needs is listed here, and not in what everybody loads first. */
export const ideasPage = () => import("./ideas-page.tsx");
export const palette = () => import("./palette.tsx");
export const shortcuts = () => import("../../features/ideas/list/shortcuts.ts");
