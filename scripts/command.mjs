/** Something to tell a person, without a stack. */
export class CommandError extends Error {}

/**
 * Runs the body of a command: what it throws for people is printed as such and ends the process with 1.
 * @param {() => Promise<number>} body answers with the exit code
 */
export async function command(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
