export { createFaqFromAnswer, faqOfOrigins } from "./articles/faq-origin.ts";
