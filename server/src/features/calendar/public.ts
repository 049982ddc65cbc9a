// The calendar's interface for slices that create meetings.
export { broadcastChange } from "./broadcast-change.ts";
export { guestEvents, queueGuestEventMails } from "./guests.ts";
export { changeEvent } from "./write/change-event.ts";
export { insertEvent } from "./write/create-event.ts";
