export * from "./channel-schemas.ts";
export * from "./limits.ts";
export * from "./message-schemas.ts";
