-- Slash commands of programs, and the buttons of their messages.

ALTER TABLE messages ADD COLUMN buttons jsonb;

CREATE TABLE commands (
  -- The author of its messages. They stay under its name when it is deleted.
  id uuid PRIMARY KEY REFERENCES profiles (id),
  name text NOT NULL,
  -- Who answers for it. It ends with their account: nobody inherits an address that they do not know.
  owner_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  usage text NOT NULL DEFAULT '',
  help text NOT NULL DEFAULT '',
  address text NOT NULL,
  button_address text NOT NULL DEFAULT '',
  -- The secret that signs, encrypted.
  sealed bytea NOT NULL,
  key_id uuid NOT NULL REFERENCES signing_keys (id),
  -- If all access of the owner was ended later than this, it is stopped.
  renewed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX commands_name ON commands (name);
CREATE INDEX commands_owner ON commands (owner_id);
CREATE INDEX commands_key ON commands (key_id);

-- A call or a press: who, where, and the address at which the program may answer later.
CREATE TABLE command_calls (
  id uuid PRIMARY KEY,
  command_id uuid NOT NULL REFERENCES commands (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  parent_id uuid,
  -- The message or answer whose button was pressed.
  pressed_id uuid,
  secret_hash bytea NOT NULL,
  uses_left integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX command_calls_secret ON command_calls (secret_hash);
CREATE INDEX command_calls_expired ON command_calls (expires_at);
CREATE INDEX command_calls_command ON command_calls (command_id);
CREATE INDEX command_calls_user ON command_calls (user_id);
CREATE INDEX command_calls_channel ON command_calls (channel_id);

-- What the buttons of a message, or of an answer to one person, mean to their program.
CREATE TABLE program_buttons (
  -- The message's ID, or that of the answer.
  id uuid PRIMARY KEY,
  command_id uuid NOT NULL REFERENCES commands (id) ON DELETE CASCADE,
  channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  parent_id uuid,
  -- The only person who sees it; null for a message.
  user_id uuid REFERENCES accounts (id) ON DELETE CASCADE,
  text text NOT NULL,
  actions jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX program_buttons_command ON program_buttons (command_id);
CREATE INDEX program_buttons_channel ON program_buttons (channel_id);
CREATE INDEX program_buttons_user ON program_buttons (user_id, created_at) WHERE user_id IS NOT NULL;
