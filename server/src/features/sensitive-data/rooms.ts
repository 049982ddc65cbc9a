import type { SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import { readableSensitiveKeys } from "@atoll/contract/sensitive-data/policy";
import type { RequestViewer } from "../identity/public.ts";

/** Returns the room of the people who may see the cards with a key. */
export const sensitiveRoom = (key: SensitiveKey): string => `sensitive-cards:${key}`;

/** Returns the rooms of a viewer: the same set as `isReadable`. */
export const sensitiveRooms = (viewer: RequestViewer): string[] =>
  readableSensitiveKeys(viewer).map(sensitiveRoom);
