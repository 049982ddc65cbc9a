import { Link } from "@tanstack/react-router";
import { signOut } from "../../lib/session/session.ts";
import type { Unsent } from "../../lib/unsent.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";

/** Asked when signing out would erase what has not left this browser. Open while there is any. */
export function SignOutQuestion({ unsent, onClose }: { unsent: Unsent | null; onClose: () => void }) {
  const { count, words } = unsent ?? nothing;
  return (
    <ConfirmDialog
      onConfirm={() => void signOut()}
      onClose={onClose}
      open={unsent !== null}
      title={count === 1 ? `${words.one} has not been sent` : `Some ${words.many} have not been sent`}
      verb="Sign out anyway"
    >
      {count === 1
        ? "It waits in this browser until there is a connection. Signing out erases it."
        : `${count} ${words.many} wait in this browser until there is a connection. Signing out erases them.`}
      <Link className="mt-2 block text-primary-text hover:underline" onClick={onClose} to="/not-sent">
        {count === 1 ? "Show it" : "Show them"}
      </Link>
    </ConfirmDialog>
  );
}

/** While it closes. */
const nothing: Unsent = { count: 0, words: { one: "A message", many: "messages" } };
