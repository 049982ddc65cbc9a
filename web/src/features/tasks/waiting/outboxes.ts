import type { SignedIn } from "../../../lib/signed-in.ts";
import { bulkOutboxOf } from "./bulk-outbox.ts";
import { moveOutboxOf } from "./move-outbox.ts";
import { partOutboxOf } from "./part-outbox.ts";
import { taskOutboxOf } from "./task-outbox.ts";

/** Sends what waits of tasks, of every kind. */
export function openTaskOutboxes(signedIn: SignedIn): void {
  taskOutboxOf(signedIn);
  bulkOutboxOf(signedIn);
  moveOutboxOf(signedIn);
  partOutboxOf(signedIn);
}
