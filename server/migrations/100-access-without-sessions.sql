-- What gives access without signing in ends with "sign out everywhere" and with a password that somebody else has set:
-- this is when that last happened.
ALTER TABLE accounts ADD COLUMN access_ended_at timestamptz(3);

CREATE FUNCTION end_calendar_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM calendar_feeds WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_end_calendar_feed AFTER UPDATE OF access_ended_at ON accounts
  FOR EACH ROW EXECUTE FUNCTION end_calendar_feed();
