import type { Preferences } from "@atoll/contract/identity/preferences";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** How somebody proved who they are. */
export type SignInWay = "password" | "single-sign-on";

/** The tables of accounts, roles, departments and sessions, as rows. */
export interface IdentityTables {
  profiles: {
    id: string;
    name: string;
    avatar_url: string | null;
    /** The name in lower case, to sort and search by. */
    name_key: GeneratedAlways<string>;
    /** The name folded as messages are, for searches by author. */
    folded_name: GeneratedAlways<string>;
    /** Set when the account was deleted. */
    former_since: Generated<Date | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  accounts: {
    id: string;
    email: string;
    /** Null: comes in through the company's own sign-on only. */
    password_hash: string | null;
    email_confirmed_at: Date | null;
    disabled_at: Date | null;
    last_active_at: Date | null;
    /** True after somebody else has changed how this person signs in. */
    must_choose_password: Generated<boolean>;
    /** When all access without a session was last revoked. */
    access_ended_at: Generated<Date | null>;
    /** The person's preferences for dates, times and numbers. */
    preferences: ColumnType<Partial<Preferences>, string | undefined, string>;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  departments: {
    id: Generated<string>;
    name: string;
    /** Fixed when the department is made. */
    slug: string;
    /** Those of departments that became part of it. */
    former_slugs: Generated<string[]>;
    description: Generated<string>;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  roles: {
    id: Generated<string>;
    name: string;
    description: Generated<string>;
    department_id: string | null;
    requires_second_factor: Generated<boolean>;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  permissions: { id: Generated<string>; name: string; resource: string; action: string };
  role_permissions: { role_id: string; permission_id: string };
  user_roles: {
    id: Generated<string>;
    user_id: string;
    role_id: string;
    assigned_by: string | null;
    assigned_at: Generated<Date>;
  };
  user_departments: { user_id: string; department_id: string };
  sessions: {
    id: string;
    user_id: string;
    user_agent: Generated<string>;
    address: Generated<string>;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    expires_at: Date;
    way: Generated<SignInWay>;
    ended_at: Date | null;
    end_reason: string | null;
    /** The browser that last refreshed it. Null for sessions from before device tokens existed. */
    device_hash: Buffer | null;
  };
  refresh_tokens: {
    token_hash: Buffer;
    session_id: string;
    created_at: Generated<Date>;
    used_at: Date | null;
    /** Set when it is used: makes the token that follows, together with the token itself. */
    successor_key: Generated<Buffer | null>;
  };
  second_factors: {
    user_id: string;
    secret: string;
    created_at: Generated<Date>;
    /** Null until the first code was entered: it does not count before. */
    confirmed_at: Date | null;
    last_used_step: Generated<number>;
  };
  recovery_codes: { user_id: string; code_hash: Buffer; used_at: Date | null };
  single_sign_on_identities: {
    issuer: string;
    subject: string;
    user_id: string;
    created_at: Generated<Date>;
  };
  single_sign_on_codes: { code_hash: Buffer; user_id: string; expires_at: Date };
  sign_in_failures: { key: Buffer; count: number; last_at: Date; held_until: Date };
  signing_keys: {
    id: Generated<string>;
    secret: Buffer;
    created_at: Generated<Date>;
    retired_at: Date | null;
  };
}
