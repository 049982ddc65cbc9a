import type { Generated } from "kysely";

/** The tables of migration 001, as rows. */
export interface IdentityTables {
  profiles: {
    id: string;
    name: string;
    avatar_url: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  accounts: {
    id: string;
    email: string;
    password_hash: string;
    email_confirmed_at: Date | null;
    disabled_at: Date | null;
    last_active_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  departments: {
    id: Generated<string>;
    name: string;
    description: Generated<string>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  roles: {
    id: Generated<string>;
    name: string;
    description: Generated<string>;
    department_id: string | null;
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
    ended_at: Date | null;
    end_reason: string | null;
  };
  refresh_tokens: {
    token_hash: Buffer;
    session_id: string;
    created_at: Generated<Date>;
    used_at: Date | null;
  };
  signing_keys: {
    id: Generated<string>;
    secret: Buffer;
    created_at: Generated<Date>;
    retired_at: Date | null;
  };
}
