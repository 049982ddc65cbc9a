import { SecretList } from "../secret-list.tsx";
import type { ImportOutcome } from "./api.ts";

/** The generated passwords of new people, which are shown only now. */
export function NewPasswords({ passwords }: Pick<ImportOutcome, "passwords">) {
  const lines = [["address", "name", "email", "password"]].concat(
    passwords.map(({ name, email, password }) => [`${location.origin}/login`, name, email, password]),
  );
  return (
    <SecretList copied="Passwords copied" fileName="first-passwords.csv" lines={lines}>
      {passwords.length === 1 ? "A password was" : `${passwords.length} passwords were`} generated. Save the
      list now: it is not shown again once you leave this page. Everyone chooses their own password at the
      first sign-in.
    </SecretList>
  );
}
