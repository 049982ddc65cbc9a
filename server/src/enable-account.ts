import { enableAccountByOperator } from "./features/administration/users/by-operator.ts";
import { command, say, withDatabase } from "./operate.ts";
import { StartError } from "./platform/log/start-error.ts";

// Enables a disabled account, with or without a running server.
await command(async () => {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0)
    throw new StartError("Give the email address of one account.", "Use: npm run enable-account -- <email>");
  await withDatabase(async (db) => {
    const wasDisabled = await enableAccountByOperator(db, email);
    say(wasDisabled ? `${email} is enabled. It is in the audit log.` : `${email} was enabled already.`);
  });
});
