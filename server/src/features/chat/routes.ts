import type { SliceDependencies } from "../../app.ts";
import { registerChannels } from "./channel-routes.ts";
import { registerFiles } from "./file-routes.ts";
import { registerMembers } from "./member-routes.ts";
import { registerMessages } from "./message-routes.ts";
import { ownedChannels } from "./owned-channels.ts";
import { registerPersonal } from "./personal-routes.ts";
import { registerSearch } from "./search/search-routes.ts";
import { registerThreads } from "./thread-routes.ts";

/** Team chat. Specification, sections 2, 4, 5, 7 and 8 (chat). */
export function registerChat(slice: SliceDependencies): void {
  slice.ownership.register(ownedChannels);
  registerChannels(slice);
  registerMembers(slice);
  registerMessages(slice);
  registerThreads(slice);
  registerPersonal(slice);
  registerFiles(slice);
  registerSearch(slice);
}
