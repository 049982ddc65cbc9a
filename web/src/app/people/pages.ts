/** The page's import, separate from the first load. */
export const profilePage = () => import("./profile-page.tsx");
