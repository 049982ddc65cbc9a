import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./runtime.mjs";

/** @typedef {import("node:child_process").SpawnOptions} SpawnOptions */
/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/**
 * Runs a program in the checkout with our terminal, hands it the signals we get, and waits for its end.
 * @param {string} file
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; as a shell counts it when a signal ended it
 */
export async function runProgram(file, args, options = {}) {
  const { code } = await watch(spawn(file, args, { cwd: root, stdio: "inherit", ...options }));
  return code;
}

/**
 * Runs a program whose output matters only when it fails. A signal to us ends it, and then us.
 * @param {string} file
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runQuietly(file, args, options = {}) {
  const child = spawn(file, args, { cwd: root, ...options, stdio: ["ignore", "pipe", "pipe"] });
  /** @type {Buffer[]} */
  const parts = [];
  child.stdout?.on("data", (part) => parts.push(part));
  child.stderr?.on("data", (part) => parts.push(part));
  const { code, received } = await watch(child);
  if (received) process.exit(codeOf(received));
  return { code, output: Buffer.concat(parts).toString("utf8").trim() };
}

const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * @param {ChildProcess} child
 * @returns {Promise<{ code: number, received: NodeJS.Signals | undefined }>} `received`: the signal we were sent
 */
function watch(child) {
  /** @type {NodeJS.Signals | undefined} */
  let received;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    // An abort shows as an error too; the end that it brings about follows.
    child.once("error", (error) => error.name === "AbortError" || reject(error));
    child.once("close", (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve({ code: code ?? (signal ? codeOf(signal) : 1), received });
    });
  });
}

/** @param {NodeJS.Signals} signal */
function codeOf(signal) {
  return 128 + constants.signals[signal];
}
