import type { Database } from "../../tables.ts";

/**
 * Proves a password at another place. Returns the account of the person who was proved; `wrong` if the password is;
 * `unavailable` if the place cannot be asked; undefined if the place does not know the address.
 */
export type PasswordProof = (attempt: {
  /** In lower case. */
  email: string;
  password: string;
  /** The account with this address, if there is one. */
  accountId: string | undefined;
  /** Whether it is the password that this account has here. */
  isRightHere: boolean;
}) => Promise<{ accountId: string } | "wrong" | "unavailable" | undefined>;

/** Decides with the OpenID provider's claims about the account of a person who signs in. */
export interface SignOnFollower {
  /** Applies the groups in the claims to the account. */
  follow(signOn: SignOn & { /** The network address of the person. */ address: string }): Promise<void>;
  /** Returns whether the first sign-in may link the account because of its address, in that transaction. */
  mayLink(tx: Database, signOn: SignOn): Promise<boolean>;
}
interface SignOn {
  /** The provider's identifier for the person. */
  subject: string;
  userId: string;
  claims: Readonly<Record<string, unknown>>;
}
