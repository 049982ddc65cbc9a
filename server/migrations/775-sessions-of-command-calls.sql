-- A program's answer is carried out while the session in which the command was given may still do it.

ALTER TABLE command_calls ADD COLUMN session_id uuid REFERENCES sessions (id) ON DELETE SET NULL;
CREATE INDEX command_calls_session ON command_calls (session_id);
