import { readFile } from "node:fs/promises";
import type { HostUser } from "./ownership.ts";

export interface Account extends HostUser {
  readonly name: string;
}

/** Returns the machine's users except root from /etc/passwd; empty if there is no such file. */
export async function readAccounts(): Promise<Account[]> {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "");
  return parseAccounts(text);
}

/** Reads the text of an /etc/passwd, leaving out root and what is not an account. */
export function parseAccounts(text: string): Account[] {
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    const account = { name: name ?? "", uid: Number(uid), gid: Number(gid) };
    return account.name !== "" && account.uid > 0 && account.gid >= 0 ? [account] : [];
  });
}
