import type { SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import { readableSensitiveKeys } from "@atoll/contract/sensitive-data/policy";
import type { RequestViewer } from "../identity/access.ts";

/** The room of those who see the cards of a key. */
export const sensitiveRoom = (key: SensitiveKey): string => `sensitive-cards:${key}`;

/** The rooms of a viewer: the same set as `isReadable`. */
export const sensitiveRooms = (viewer: RequestViewer): string[] =>
  readableSensitiveKeys(viewer).map(sensitiveRoom);
