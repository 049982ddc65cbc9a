import { parseArgs } from "node:util";
import { importLineText } from "@atoll/contract/imports/line-texts";
import { type ImportSource, importSourceNames, importSources } from "@atoll/contract/imports/schemas";
import {
  planByOperator,
  reportByOperator,
  summaryByOperator,
  workByOperator,
} from "./features/imports/by-operator.ts";
import type { ImportRow } from "./features/imports/engine/import-row.ts";
import { command, say, withDatabase } from "./operate.ts";
import { openStorage } from "./platform/files/open-storage.ts";
import { StartError } from "./platform/log/start-error.ts";
import type { Database } from "./tables.ts";

// Imports an export of another product, with or without a running server: the plan, a dry run, the run, its report and
// its undo. What is stopped is resumed by the same command, or by a running server.
await command(async () => {
  const wanted = readArguments();
  await withDatabase(
    async (db, config, log) => {
      if (wanted.act === "report") {
        process.stdout.write(await reportByOperator(db, wanted.importId));
        return;
      }
      const deps = { db, log, files: await openStorage(config, log) };
      const stop = new AbortController();
      for (const signal of ["SIGINT", "SIGTERM"] as const)
        process.once(signal, () =>
          stop.abort(new StartError("Stopped.", "Run the same command again to resume.")),
        );
      const by = { email: wanted.email };
      const follow = { signal: stop.signal, onProgress: showProgress };
      if (wanted.act !== "plan") {
        await showEnd(db, await workByOperator(deps, { ...wanted, work: wanted.act }, follow));
        return;
      }
      const planned = await planByOperator(deps, { ...wanted, ...by }, stop.signal);
      // A dry run that was cut off has just ended.
      if (planned.state !== "planned" || planned.tried) {
        await showEnd(db, planned);
        return;
      }
      say(`${importSourceNames[planned.source]}: ${inWords(planned.found)}`);
      await showEnd(db, await workByOperator(deps, { importId: planned.id, work: "try", ...by }, follow));
    },
    // A turn at the work holds one connection while the batches use another one.
    { maxConnections: 4 },
  );
});

type Wanted = { email: string } & (
  | { act: "plan"; path: string; source: ImportSource }
  | { act: "run" | "undo" | "report"; importId: string }
);

function readArguments(): Wanted {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({
      options: { file: text, source: text, as: text, run: text, undo: text, report: text },
    });
    const { file, report, as: email = "" } = values;
    if (report) return { act: "report", importId: report, email };
    if (email === "") throw new Error("Name the administrator in whose name the import works: --as <email>.");
    for (const act of ["run", "undo"] as const) {
      const importId = values[act];
      if (importId) return { act, importId, email };
    }
    const source = importSources.find((one) => one === values.source);
    if (!file || !source) throw new Error(`Name the file and its product: ${importSources.join(", ")}.`);
    return { act: "plan", path: file, source, email };
  } catch (cause) {
    const hint = `Use: npm run import -- --file <file or folder> --source <${importSources.join("|")}> --as <email>
then: npm run import -- --run <id> --as <email>
also: --undo <id> --as <email>, and --report <id> for the report as CSV`;
    throw new StartError(cause instanceof Error ? cause.message : String(cause), hint, { cause });
  }
}

function inWords(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts).map(
    ([what, number]) => `${number.toLocaleString("en")} ${importLineText(what).toLowerCase()}`,
  );
  return words.join(", ") || "nothing";
}

function showProgress({ state, next_unit, unit_count, made, tried }: ImportRow): void {
  const counts = state === "trying" ? tried : made;
  say(state === "undoing" ? "Undoing …" : `${next_unit} of ${unit_count} parts: ${inWords(counts ?? {})}`);
}

async function showEnd(db: Database, row: ImportRow): Promise<void> {
  const { lines, people } = await summaryByOperator(db, row.id);
  for (const { kind, detail, count } of lines)
    say(`  ${count} × ${importLineText(kind)}${detail && `: ${detail}`}`);
  const proposed = people.name ?? 0;
  if (proposed > 0)
    say(
      `${proposed} people have only the name of a colleague. Confirm who they are under Admin → Moving in.`,
    );
  switch (row.state) {
    case "planned":
      say(`The dry run would make: ${inWords(row.tried ?? {})}.`);
      say(`Nothing has been written. To import it: npm run import -- --run ${row.id} --as <email>`);
      return;
    case "done":
      say(`Imported: ${inWords(row.made)}.`);
      return;
    case "undone":
      say("Everything that the import made is undone, except for what the lines above name.");
      return;
    default:
      throw new StartError(
        `The import ${row.id} is ${row.state}: ${row.failure ?? "a person has paused it"}`,
        "Run the same command again to resume it.",
      );
  }
}
