/** What each page needs is listed here, and not in what everybody loads first. */
export const boardPage = () => import("./board-page.tsx");
export const boardsPage = () => import("./boards-page.tsx");
export const palette = () => import("./palette.tsx");
export const shortcuts = () => import("../../features/brainstorm/overview/shortcuts.ts");
