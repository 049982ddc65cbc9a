import { createContext, use } from "react";
import type { SelectedText } from "./selected-text.ts";

/** Starts an idea from selected text; null where the viewer cannot. Provided by the screen. */
export const CreateIdeaContext = createContext<((selected: SelectedText) => void) | null>(null);

export const useCreateIdea = () => use(CreateIdeaContext);
