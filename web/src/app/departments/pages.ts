/** What each page needs is listed here, and not in what everybody loads first. */
export const departmentPage = () => import("./department-page.tsx");
export const palette = () => import("./palette.tsx");
export const shortcuts = () => import("../../features/cards/tools/shortcuts.ts");
