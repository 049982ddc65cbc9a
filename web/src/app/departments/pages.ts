/** The requirements of each page are listed here, so that they stay out of the first load. */
export const departmentPage = () => import("./department-page.tsx");
export const palette = () => import("./palette.tsx");
export const shortcuts = () => import("../../features/cards/tools/shortcuts.ts");
