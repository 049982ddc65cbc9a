// The calendar's interface for slices that create meetings.
export { tellOfChange } from "./tell-of-change.ts";
export { insertEvent } from "./write/create-event.ts";
