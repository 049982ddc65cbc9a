import { disableAccountByOperator } from "./features/administration/users/by-operator.ts";
import { command, readOneAddress, say, withDatabase } from "./operate.ts";

// Disables an account and ends its sessions, with or without a running server.
await command(async () => {
  const email = readOneAddress("disable-account");
  await withDatabase(async (db) => {
    const wasEnabled = await disableAccountByOperator(db, email);
    say(
      wasEnabled
        ? `${email} is disabled, and signed out everywhere. It is in the audit log.`
        : `${email} was disabled already.`,
    );
  });
});
