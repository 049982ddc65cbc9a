import { type ComponentType, createContext } from "react";

/**
 * The component that other features show under a message, such as the tasks created from it. The screen provides it.
 */
export const UnderMessageContext = createContext<ComponentType<{ messageId: string }> | null>(null);
