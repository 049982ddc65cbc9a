-- Accounts, profiles, roles, permissions, departments and sessions.
-- Names follow section 7 of the specification.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A profile outlives its account, so that what a former colleague wrote keeps a name.
CREATE TABLE profiles (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  avatar_url text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX profiles_name_search ON profiles USING gin (lower(name) gin_trgm_ops);
-- Lists of people come by name, a page at a time.
CREATE INDEX profiles_by_name ON profiles (name, id);

CREATE TABLE accounts (
  id uuid PRIMARY KEY REFERENCES profiles (id),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) <= 320),
  password_hash text NOT NULL,
  email_confirmed_at timestamptz,
  disabled_at timestamptz,
  last_active_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE departments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  description text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX departments_name ON departments (lower(name));

CREATE TABLE roles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  description text NOT NULL DEFAULT '',
  department_id uuid REFERENCES departments (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX roles_name ON roles (lower(name));
CREATE INDEX roles_department ON roles (department_id);

CREATE TABLE permissions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL UNIQUE,
  resource text NOT NULL,
  action text NOT NULL,
  UNIQUE (resource, action)
);

CREATE TABLE role_permissions (
  role_id uuid NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
  permission_id uuid NOT NULL REFERENCES permissions (id) ON DELETE CASCADE,
  PRIMARY KEY (role_id, permission_id)
);
CREATE INDEX role_permissions_permission ON role_permissions (permission_id);

CREATE TABLE user_roles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  role_id uuid NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
  assigned_by uuid REFERENCES profiles (id),
  assigned_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, role_id)
);
CREATE INDEX user_roles_role ON user_roles (role_id);

CREATE TABLE user_departments (
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  department_id uuid NOT NULL REFERENCES departments (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, department_id)
);
CREATE INDEX user_departments_department ON user_departments (department_id);

-- One row a sign-in. It ends once, and stays as a record.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  user_agent text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE ended_at IS NULL;

-- Only hashes are kept. A token is used once; a second use tells of a theft.
CREATE TABLE refresh_tokens (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

-- Keys that sign access tokens; the newest signs, those not retired verify.
CREATE TABLE signing_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret bytea NOT NULL CHECK (length(secret) >= 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz
);

INSERT INTO departments (name, description) VALUES
  ('Business Development', 'Clients, partners and proposals'),
  ('Frontend', 'What people see and touch'),
  ('Backend', 'Services and data'),
  ('DevOps', 'Delivery and operations'),
  ('Marketing', 'Campaigns and stories');

INSERT INTO roles (name, description) VALUES
  ('super_admin', 'Everything, including other administrators'),
  ('admin', 'Runs the workspace'),
  ('user', 'Everyday use'),
  ('pending', 'Not approved yet');

INSERT INTO permissions (name, resource, action)
SELECT resource || ':' || action, resource, action
FROM (VALUES
  ('admin', 'access'), ('chat', 'access'), ('tasks', 'create'),
  ('roles', 'manage'), ('roles', 'assign'), ('users', 'manage'),
  ('cards', 'business'), ('cards', 'frontend'), ('cards', 'backend'),
  ('cards', 'devops'), ('cards', 'marketing'), ('cards', 'knowledge')
) AS pair (resource, action);

INSERT INTO role_permissions (role_id, permission_id)
SELECT r.id, p.id FROM roles r JOIN permissions p ON p.name IN ('chat:access', 'tasks:create')
WHERE r.name = 'user';
