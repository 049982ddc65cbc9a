/** The page's import, separate from the first load. */
export const designSystemPage = () => import("./design-system-page.tsx");
