-- How people arranged their dashboards. Who arranged nothing has no row, and the default.
CREATE TABLE dashboard_layouts (
  person_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  cards jsonb NOT NULL,
  phone_order jsonb NOT NULL,
  version integer NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- What dashboards begin with, by role; without a role it is everybody's.
CREATE TABLE dashboard_defaults (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  role_id uuid REFERENCES roles (id) ON DELETE CASCADE,
  cards jsonb NOT NULL,
  phone_order jsonb NOT NULL,
  pinned_ids jsonb NOT NULL,
  updated_by uuid REFERENCES profiles (id),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (role_id)
);
