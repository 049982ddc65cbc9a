import { disableAccountByOperator } from "./features/administration/users/by-operator.ts";
import { command, say, withDatabase } from "./operate.ts";
import { StartError } from "./platform/log/start-error.ts";

// Disables an account and ends its sessions, with or without a running server.
await command(async () => {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0)
    throw new StartError("Give the email address of one account.", "Use: npm run disable-account -- <email>");
  await withDatabase(async (db) => {
    const wasEnabled = await disableAccountByOperator(db, email);
    say(
      wasEnabled
        ? `${email} is disabled, and signed out everywhere. It is in the audit log.`
        : `${email} was disabled already.`,
    );
  });
});
