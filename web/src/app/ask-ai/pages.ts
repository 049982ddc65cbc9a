/** The pages by a step more: what each needs is listed here, and not in what everybody loads first. */
export const askAiPage = () => import("./ask-ai-page.tsx");
export const sharedAnswerPage = () => import("./shared-answer-page.tsx");
