/** The requirements of each page are listed here, so that they stay out of the first load. */
export const boardPage = () => import("./board-page.tsx");
export const boardsPage = () => import("./boards-page.tsx");
export const palette = () => import("./palette.tsx");
export const shortcuts = () => import("../../features/brainstorm/overview/shortcuts.ts");
