import type { Slice } from "../../slice.ts";
import { ownedBots } from "./change-bots.ts";
import { botRooms, broadcastBots, registerBots } from "./routes.ts";

/** Bots: accounts without sign-in, with which programs act in their own name. */
export const bots: Slice = {
  name: "bots",
  routes: [registerBots],
  rooms: () => botRooms,
  live: [broadcastBots],
  owned: [ownedBots],
  personalData: {
    bots: {
      title: "Bots that they own",
      erase: "stays",
      of: "owner_id",
      columns: ["created_at", "id", "description"],
    },
  },
};
