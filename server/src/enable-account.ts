import { enableAccountByOperator } from "./features/administration/users/by-operator.ts";
import { command, readOneAddress, say, withDatabase } from "./operate.ts";

// Enables a disabled account, with or without a running server.
await command(async () => {
  const email = readOneAddress("enable-account");
  await withDatabase(async (db) => {
    const wasDisabled = await enableAccountByOperator(db, email);
    say(wasDisabled ? `${email} is enabled. It is in the audit log.` : `${email} was enabled already.`);
  });
});
