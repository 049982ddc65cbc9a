import type { Slice } from "../../slice.ts";
import { serveCommands, sweepCommandsJob } from "./routes.ts";

/** Slash commands of programs, and the buttons of their messages. */
export const commands: Slice = {
  name: "commands",
  live: [serveCommands],
  jobs: [sweepCommandsJob],
};
