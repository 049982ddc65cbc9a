import { type ChildProcess, execFile } from "node:child_process";
import { compileCache, programArguments } from "./server-process.ts";

export interface Ended {
  /** -1 when it was killed. */
  code: number;
  output: string;
}

/** Runs an operator command alongside the server, as `npm run <name>` does, and waits for its end. */
export function runOperatorCommand(
  name: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<Ended> {
  return startOperatorCommand(name, env, ...args).ended;
}

/** The same without waiting. */
export function startOperatorCommand(
  name: string,
  env: Record<string, string>,
  ...args: string[]
): { child: ChildProcess; ended: Promise<Ended> } {
  const ended = Promise.withResolvers<Ended>();
  const child = execFile(
    process.execPath,
    [...programArguments(name), ...args],
    { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...env } },
    (_error, stdout, stderr) => ended.resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
  );
  return { child, ended: ended.promise };
}
