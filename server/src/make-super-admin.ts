import { makeSuperAdminByOperator } from "./features/administration/users/by-operator.ts";
import { command, say, withDatabase } from "./operate.ts";
import { StartError } from "./platform/log/start-error.ts";

// Makes a person a super administrator, with or without a running server: the last resort when nobody else can.
await command(async () => {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0)
    throw new StartError(
      "Give the email address of one account.",
      "Use: npm run make-super-admin -- <email>",
    );
  await withDatabase(async (db) => {
    const isNew = await makeSuperAdminByOperator(db, email);
    say(
      isNew
        ? `${email} is a super administrator now. It is in the audit log.`
        : `${email} was a super administrator already.`,
    );
  });
});
