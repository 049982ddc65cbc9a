-- How a person wants to be told of what, the same on all of their devices. Who chose nothing has no row.
CREATE TABLE notification_settings (
  user_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  settings jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
