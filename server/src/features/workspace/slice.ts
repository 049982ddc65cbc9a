import type { Slice } from "../../slice.ts";
import { registerWorkspace } from "./routes.ts";

/** What the public pages show, and whether this process is well. */
export const workspace: Slice = { name: "workspace", routes: [registerWorkspace] };
