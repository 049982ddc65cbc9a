-- The people whom an @here called: those who were online and not away when it was written. NULL for messages from before,
-- whose @here called every member.
ALTER TABLE messages ADD COLUMN here_ids uuid[];
