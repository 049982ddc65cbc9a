// The calendar's interface for slices that create meetings.
export { broadcastChange } from "./broadcast-change.ts";
export { insertEvent } from "./write/create-event.ts";
