-- The browser that a session was last refreshed in, by the hash of a token that it keeps beside the session and after
-- it: who comes back in a browser that has signed in to an account before is not held up by those who guess at it.
ALTER TABLE sessions ADD COLUMN device_hash bytea;
CREATE INDEX sessions_device ON sessions (device_hash) WHERE device_hash IS NOT NULL;

-- Made when a token is used. Together with the token itself, which is not stored, it gives the one token that follows:
-- whoever asks again is given the same, and there is never a second line of tokens.
ALTER TABLE refresh_tokens ADD COLUMN successor_key bytea;

-- Also tells a browser whose session has reached its longest time why it ended.
CREATE OR REPLACE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_session_ended', concat_ws(' ', OLD.id,
    CASE WHEN TG_OP = 'UPDATE' THEN CASE NEW.end_reason
      WHEN 'account disabled' THEN 'account_disabled'
      WHEN 'reached its longest time' THEN 'session_over_age' END END));
  RETURN NULL;
END $$;
