-- Addresses at which mails become messages of a channel or tasks of a department. Without a row, there is none.

CREATE TABLE mail_addresses (
  -- Part of the address. Another one is another address.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  channel_id uuid UNIQUE REFERENCES channels (id) ON DELETE CASCADE,
  department_id uuid UNIQUE REFERENCES departments (id) ON DELETE CASCADE,
  made_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(channel_id, department_id) = 1)
);
