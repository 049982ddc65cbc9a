import { flushCompileCache } from "node:module";
import { StartError } from "./platform/start-error.ts";
import { start } from "./start.ts";

// One process: read the configuration, build, listen, drain.
try {
  await start(process.env);
  // Kept now and not at the end: a process that is killed would compile everything again at its next start.
  flushCompileCache();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`\n${error.message}\n${error.hint}\n\n`);
  process.exit(1);
}
