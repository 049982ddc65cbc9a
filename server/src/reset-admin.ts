import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import {
  findSuperAdministrators,
  resetAdministrator,
  type SuperAdministrator,
} from "./features/identity/accounts/reset-administrator.ts";
import { command, say, withDatabase } from "./operate.ts";
import { StartError } from "./platform/log/start-error.ts";

// Sets a new password for a super administrator, with or without a running server.
await command(async () => {
  const { email, alsoSecondFactor } = readArguments();
  await withDatabase(async (db) => {
    const person = await choose(await findSuperAdministrators(db), email);
    const reset = await resetAdministrator(db, person, { alsoSecondFactor });
    say(`${person.name} (${person.email}) has a new password: ${reset.password}`);
    say("It is shown once. Sign in with it, and choose one of your own in the settings.");
    say(`Their sessions are ended (${reset.endedSessions}), and it is in the audit log.`);
    if (person.isDisabled) say("The account was disabled; it is enabled again.");
    if (alsoSecondFactor) say("Their authenticator app, recovery codes and passkeys are removed.");
    else if (reset.needsPasskey)
      say("They still need a passkey to sign in; to remove that as well, add --second-factor.");
    else say("An authenticator app still counts; to remove it as well, add --second-factor.");
    if (reset.freedRoles.length > 0)
      say(`These roles do not require a passkey any more, for anyone: ${reset.freedRoles.join(", ")}.`);
  });
});

function readArguments(): { email: string | undefined; alsoSecondFactor: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "second-factor": { type: "boolean", default: false } },
    });
    return { email: positionals[0]?.toLowerCase(), alsoSecondFactor: values["second-factor"] };
  } catch (cause) {
    const hint = "Use: npm run reset-admin -- [email] [--second-factor]";
    throw new StartError(cause instanceof Error ? cause.message : String(cause), hint, { cause });
  }
}

async function choose(
  people: readonly SuperAdministrator[],
  email: string | undefined,
): Promise<SuperAdministrator> {
  const [first, ...others] = people;
  if (!first) {
    throw new StartError(
      "There is no super administrator.",
      "Start the server: it makes one, and prints how to sign in.",
    );
  }
  if (!email && others.length === 0) return first;
  const chosen = email ?? (await ask(people));
  const person = people.find((candidate) => candidate.email === chosen);
  if (person) return person;
  throw new StartError(
    chosen ? `${chosen} is no super administrator.` : "There are several super administrators.",
    `Name one: npm run reset-admin -- <email>\n${list(people)}`,
  );
}

async function ask(people: readonly SuperAdministrator[]): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  say(`These are the super administrators:\n${list(people)}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Whose password? ");
  terminal.close();
  return answer.trim().toLowerCase();
}

function list(people: readonly SuperAdministrator[]): string {
  return people.map(({ email, name }) => `  ${email}  ${name}`).join("\n");
}
