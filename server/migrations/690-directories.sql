-- Directories: another system knows the people of the company, and Atoll follows it. What a directory says is kept as it
-- was said (people, groups, members), apart from the accounts. One function brings an account to what its row says, so
-- that every kind of directory, and the dry run before the first time, follow the same rules.
CREATE TABLE directories (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  kind text NOT NULL CHECK (kind IN ('scim', 'ldap')),
  -- `trial`: it is listened to and no account changes, until an administrator has seen what would.
  state text NOT NULL DEFAULT 'trial' CHECK (state IN ('trial', 'on', 'off')),
  -- SCIM: only the hash of its secret is kept.
  secret_hash bytea,
  secret_ending text,
  secret_made_at timestamptz,
  -- LDAP: everything but the password, which is encrypted with a key that `key_id` names.
  settings jsonb NOT NULL DEFAULT '{}',
  sealed bytea,
  key_id uuid REFERENCES signing_keys (id),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the directory was last heard, and why the last run stopped.
  last_at timestamptz,
  last_problem text,
  -- SCIM: when a super administrator let many people leave at once. Those who left before are not counted again.
  leavers_confirmed_at timestamptz,
  CHECK ((sealed IS NULL) = (key_id IS NULL)),
  CHECK ((secret_hash IS NULL) = (secret_made_at IS NULL))
);
CREATE UNIQUE INDEX directories_secret ON directories (secret_hash);
CREATE INDEX directories_key ON directories (key_id);

CREATE TABLE directory_people (
  id uuid PRIMARY KEY,
  directory_id uuid NOT NULL REFERENCES directories (id) ON DELETE CASCADE,
  external_id text,
  user_name text NOT NULL,
  -- In lower case, like those of accounts.
  email text NOT NULL,
  name text NOT NULL,
  department text,
  language text,
  is_active boolean NOT NULL,
  -- As the directory sent it, with what Atoll has no use for.
  resource jsonb NOT NULL,
  -- The account that follows it. Deleting the account forgets the person.
  user_id uuid REFERENCES accounts (id) ON DELETE CASCADE,
  -- When the account was disabled because the directory said so. Only such an account is enabled by it.
  disabled_at timestamptz,
  -- Why the account does not follow in everything: a word of `directoryProblems`.
  problem text,
  -- The account is yet to be brought to this row.
  is_due boolean NOT NULL DEFAULT true,
  -- The directory does not have the person any more.
  gone_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX directory_people_user_name ON directory_people (directory_id, lower(user_name)) WHERE gone_at IS NULL;
CREATE UNIQUE INDEX directory_people_external ON directory_people (directory_id, external_id) WHERE gone_at IS NULL;
-- An account follows one directory.
CREATE UNIQUE INDEX directory_people_account ON directory_people (user_id) WHERE gone_at IS NULL;
CREATE INDEX directory_people_user ON directory_people (user_id);
CREATE INDEX directory_people_email ON directory_people (directory_id, email);
CREATE INDEX directory_people_due ON directory_people (directory_id, id) WHERE is_due;
CREATE INDEX directory_people_in_order ON directory_people (directory_id, created_at, id) WHERE gone_at IS NULL;
CREATE INDEX directory_people_by_name ON directory_people (directory_id, name, id);

CREATE TABLE directory_groups (
  id uuid PRIMARY KEY,
  directory_id uuid NOT NULL REFERENCES directories (id) ON DELETE CASCADE,
  external_id text,
  name text NOT NULL,
  -- The directory does not have the group any more. What it gave is known, so that its people lose it.
  gone_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX directory_groups_external ON directory_groups (directory_id, external_id) WHERE gone_at IS NULL;
CREATE INDEX directory_groups_in_order ON directory_groups (directory_id, created_at, id) WHERE gone_at IS NULL;
CREATE INDEX directory_groups_by_name ON directory_groups (directory_id, lower(name));

-- People and groups in a group.
CREATE TABLE directory_members (
  group_id uuid NOT NULL REFERENCES directory_groups (id) ON DELETE CASCADE,
  person_id uuid REFERENCES directory_people (id) ON DELETE CASCADE,
  child_id uuid REFERENCES directory_groups (id) ON DELETE CASCADE,
  CHECK (num_nonnulls(person_id, child_id) = 1)
);
CREATE UNIQUE INDEX directory_members_person ON directory_members (group_id, person_id) WHERE person_id IS NOT NULL;
CREATE UNIQUE INDEX directory_members_child ON directory_members (group_id, child_id) WHERE child_id IS NOT NULL;
CREATE INDEX directory_members_of_person ON directory_members (person_id);
CREATE INDEX directory_members_of_child ON directory_members (child_id);

-- What the people of a group, or with a value of the attribute `department`, have here.
CREATE TABLE directory_mappings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  directory_id uuid NOT NULL REFERENCES directories (id) ON DELETE CASCADE,
  group_id uuid REFERENCES directory_groups (id) ON DELETE CASCADE,
  department_value text,
  role_id uuid REFERENCES roles (id) ON DELETE CASCADE,
  department_id uuid REFERENCES departments (id) ON DELETE CASCADE,
  CHECK (num_nonnulls(group_id, department_value) = 1),
  CHECK (num_nonnulls(role_id, department_id) = 1)
);
CREATE INDEX directory_mappings_directory ON directory_mappings (directory_id);
CREATE INDEX directory_mappings_group ON directory_mappings (group_id);
CREATE INDEX directory_mappings_role ON directory_mappings (role_id);
CREATE INDEX directory_mappings_department ON directory_mappings (department_id);

-- What a directory has changed lately, for administrators. The audit log has the same for good.
CREATE TABLE directory_events (
  id uuid PRIMARY KEY,
  directory_id uuid NOT NULL REFERENCES directories (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL,
  -- The person, by the name that they had.
  name text NOT NULL,
  user_id uuid,
  detail text NOT NULL DEFAULT ''
);
CREATE INDEX directory_events_latest ON directory_events (directory_id, id);
