import { listAccounts } from "./features/administration/users/by-operator.ts";
import { command, withDatabase } from "./operate.ts";
import { toCsv } from "./platform/csv.ts";

// Lists all accounts as CSV, with or without a running server.
await command(() =>
  withDatabase(async (db) => {
    process.stdout.write(toCsv([["email", "name", "roles", "departments", "state", "last active"]]));
    for await (const { email, name, roles, departments, disabled_at, last_active_at } of listAccounts(db)) {
      const namesOf = (named: readonly { name: string }[]) => named.map((one) => one.name).join("; ");
      const state = disabled_at ? "disabled" : "enabled";
      const active = last_active_at?.toISOString() ?? "";
      process.stdout.write(toCsv([[email, name, namesOf(roles), namesOf(departments), state, active]]));
    }
  }),
);
