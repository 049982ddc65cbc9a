-- Whether guests read a channel changes as well when the access of one begins or ends, without a change of members.
CREATE FUNCTION announce_channels_of_guest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_channel_guests', channel_id::text) FROM channel_members WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_announce_channels_of_guest AFTER UPDATE OF guest_until, disabled_at ON accounts
  FOR EACH ROW WHEN ((OLD.guest_until IS NOT NULL OR NEW.guest_until IS NOT NULL)
    AND (OLD.guest_until IS DISTINCT FROM NEW.guest_until OR OLD.disabled_at IS DISTINCT FROM NEW.disabled_at))
  EXECUTE FUNCTION announce_channels_of_guest();
