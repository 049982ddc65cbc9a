import { ofServers } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { serveCommands, sweepCommandsJob } from "./routes.ts";

/** Slash commands of programs, and the buttons of their messages. */
export const commands: Slice = {
  name: "commands",
  live: [serveCommands],
  jobs: [sweepCommandsJob],
  personalData: {
    commands: {
      title: "Slash commands that they own",
      erase: "stays",
      of: "owner_id",
      columns: ["created_at", "name", "usage", "help"],
    },
    command_calls: ofServers,
    program_buttons: ofServers,
  },
};
