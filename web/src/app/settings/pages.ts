/** The page's import, separate from the first load. */
export const settingsPage = () => import("./settings-page.tsx");
