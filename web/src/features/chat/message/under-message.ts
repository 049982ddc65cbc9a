import { type ComponentType, createContext } from "react";

/** What other features show under a message, as the tasks that were made of it; the screen provides it. */
export const UnderMessageContext = createContext<ComponentType<{ messageId: string }> | null>(null);
