import { makeSuperAdminByOperator } from "./features/administration/users/by-operator.ts";
import { command, readOneAddress, say, withDatabase } from "./operate.ts";

// Makes a person a super administrator, with or without a running server: the last resort when nobody else can.
await command(async () => {
  const email = readOneAddress("make-super-admin");
  await withDatabase(async (db) => {
    const isNew = await makeSuperAdminByOperator(db, email);
    say(
      isNew
        ? `${email} is a super administrator now. It is in the audit log.`
        : `${email} was a super administrator already.`,
    );
  });
});
