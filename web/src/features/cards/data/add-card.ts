import { createContext } from "react";

/** Opens the form for a new card of the section that is shown. */
export const AddCard = createContext<() => void>(() => undefined);
