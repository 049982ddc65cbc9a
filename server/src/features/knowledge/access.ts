export { createFaqFromAnswer, faqOfOrigins } from "./articles/faq-origin.ts";
export { findPublished } from "./articles/find-published.ts";
export { assertAudienceThere, findAudienceChoices } from "./ground/audience-there.ts";
