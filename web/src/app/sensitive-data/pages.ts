/** The page's import, separate from the first load. */
export const sensitiveDataPage = () => import("./sensitive-data-page.tsx");
