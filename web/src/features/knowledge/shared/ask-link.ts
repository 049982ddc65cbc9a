import type { ReactNode } from "react";

/** The way to ask the community, with the text of the question prefilled. The area that owns the page gives it. */
export type AskLink = (text: string, label?: string) => ReactNode;
