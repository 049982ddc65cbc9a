export * from "./attachment-schemas.ts";
export * from "./channel-schemas.ts";
export * from "./message-schemas.ts";
