import { retireSigningKeys } from "./features/identity/sessions/signing-keys.ts";
import { replacePushKey } from "./features/notifications/push/keys.ts";
import { command, say, withDatabase } from "./operate.ts";

// Retires every key that signs access tokens, on every node, whether a server runs or not.
await command(() =>
  withDatabase(async (db) => {
    const retired = await retireSigningKeys(db);
    say(
      `${retired === 1 ? "The signing key is" : `${retired} signing keys are`} retired, and a new one is made.`,
    );
    await replacePushKey(db);
    say("Access tokens given out before do not work any more. Nobody has to sign in again.");
    say(
      "The key of notifications is a new one, too: each browser takes it when it opens Atoll the next time.",
    );
  }),
);
