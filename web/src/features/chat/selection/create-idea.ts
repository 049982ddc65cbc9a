import { createContext, use } from "react";
import type { SelectedText } from "./selected-text.ts";

/** Starts an idea from something that was said; null where nothing can. The screen provides it. */
export const CreateIdeaContext = createContext<((selected: SelectedText) => void) | null>(null);

export const useCreateIdea = () => use(CreateIdeaContext);
