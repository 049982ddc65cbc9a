/** The page and parts by a step more: what each needs is listed here, and not in what everybody loads first. */
export const searchPage = () => import("./search-page.tsx");
export const palette = () => import("./palette.tsx");
