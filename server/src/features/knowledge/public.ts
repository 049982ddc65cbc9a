export { createFaqFromAnswer, faqOfOrigins } from "./articles/faq-origin.ts";
export { findPublished } from "./articles/find-published.ts";
