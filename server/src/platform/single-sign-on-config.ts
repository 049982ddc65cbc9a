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
  /** Which claim decides about which roles; undefined: roles are given in Atoll only. */
  roles: { claim: string; map: RoleMapping[] } | undefined;
  /** Makes an account, as pending, for somebody the provider knows and Atoll does not. */
  createsPending: boolean;
}

export interface RoleMapping {
  /** A value of the claim. */
  value: string;
  /** The role that it gives, in lower case. */
  role: string;
}

/**
 * Reads a list like `engineers=user,it-admins=admin`. Undefined: it is none. The role is what stands after the last
 * equals sign, since names of groups may hold one.
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
