import { parseArgs } from "node:util";
import { createAccountByOperator, type WantedAccount } from "./features/administration/users/by-operator.ts";
import { command, say, withDatabase } from "./operate.ts";
import { StartError } from "./platform/log/start-error.ts";

// Creates an account, with or without a running server.
await command(async () => {
  const wanted = readArguments();
  await withDatabase(async (db) => {
    const password = await createAccountByOperator(db, wanted);
    say(`${wanted.name} (${wanted.email}) can sign in with the password ${password}`);
    say("It is shown once, and has to be replaced at the first sign-in. It is in the audit log.");
  });
});

function readArguments(): WantedAccount {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { role: { type: "string", multiple: true, default: [] } },
    });
    const [email, ...names] = positionals;
    if (!email || names.length === 0) throw new Error("Name the address and the person.");
    return { email, name: names.join(" "), roles: values.role };
  } catch (cause) {
    const hint = "Use: npm run create-account -- <email> <name> [--role <role> ...]";
    throw new StartError(cause instanceof Error ? cause.message : String(cause), hint, { cause });
  }
}
