/** Signing in through the company's own OpenID provider. */
export interface SingleSignOnConfig {
  /** The origin that people's browsers reach Atoll at. */
  publicUrl: string;
  issuer: string;
  clientId: string;
  /** Undefined: Atoll is a public client there, and proves itself by PKCE alone. */
  clientSecret: string | undefined;
  /** The company's name on the button. */
  name: string;
  /** The claim that decides about roles, with its mapping. Undefined if only Atoll gives roles. */
  roles: { claim: string; map: RoleMapping[] } | undefined;
  /** Makes an account, as pending, for somebody the provider knows and Atoll does not. */
  createsPending: boolean;
}

export interface RoleMapping {
  /** A value of the claim. */
  value: string;
  /** The role to give, in lower case. */
  role: string;
}

/**
 * Parses a list such as `engineers=user,it-admins=admin`. Undefined if it is invalid. The role comes after the last
 * equals sign, because group names may contain one.
 */
export function roleMapOf(text: string): RoleMapping[] | undefined {
  const map = text.split(",").map((pair) => {
    const at = pair.lastIndexOf("=");
    return {
      value: pair.slice(0, Math.max(at, 0)).trim(),
      role: pair
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    };
  });
  const isList = map.every(({ value, role }) => value && role && role !== "pending");
  return isList ? map : undefined;
}
