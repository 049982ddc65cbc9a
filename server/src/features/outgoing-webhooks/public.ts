// For slices that send to a webhook of a person.
export { accessOutgoing } from "./access.ts";
