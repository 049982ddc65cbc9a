import { flushCompileCache } from "node:module";
import { explainFailure } from "./platform/explain-failure.ts";
import { nameCommands } from "./platform/launcher.ts";
import { start } from "./start.ts";

// One process: read the configuration, build, listen, drain.
try {
  await start(process.env);
  // Stored now and not at the end, because a killed process would compile everything again at its next start.
  flushCompileCache();
} catch (error) {
  const explained = explainFailure(error);
  if (!explained) throw error;
  process.stderr.write(nameCommands(`\n${explained.message}\n${explained.hint}\n\n`));
  process.exit(1);
}
