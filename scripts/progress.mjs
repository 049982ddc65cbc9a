/** How often a long step says that it still runs, where the output is no terminal. */
const remindEverySeconds = 15;

/**
 * Runs a long step and shows that it runs: in a terminal one line that counts seconds, elsewhere a line now and then.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(label, action) {
  const began = performance.now();
  const inTerminal = process.stdout.isTTY === true;
  process.stdout.write(`${label} ...${inTerminal ? "" : "\n"}`);
  const timer = setInterval(() => {
    const elapsed = Math.round((performance.now() - began) / 1000);
    if (inTerminal) process.stdout.write(`\r${label} ... ${elapsed} s`);
    else if (elapsed % remindEverySeconds === 0) process.stdout.write(`${label} ... ${elapsed} s\n`);
  }, 1000);
  try {
    const result = await action();
    finish(inTerminal, label, `done in ${seconds(began)}`);
    return result;
  } catch (error) {
    finish(inTerminal, label, `failed after ${seconds(began)}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * The time since `began`, for people.
 * @param {number} began as `performance.now()` gave it
 */
export function seconds(began) {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

/**
 * @param {boolean} inTerminal
 * @param {string} label
 * @param {string} outcome
 */
function finish(inTerminal, label, outcome) {
  process.stdout.write(`${inTerminal ? "\r" : ""}${label} ... ${outcome}\n`);
}
