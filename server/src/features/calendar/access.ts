// For slices whose things become meetings.
export { tellOfChange } from "./tell-of-change.ts";
export { insertEvent } from "./write/create-event.ts";
