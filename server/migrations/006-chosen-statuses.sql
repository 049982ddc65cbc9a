-- The status that somebody chose, until they choose another one. Kept here, and not only with their open browsers,
-- because it holds for all their devices, and says "do not disturb" also when none of them is connected.
CREATE TABLE chosen_statuses (
  user_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('deep-dive', 'away', 'do-not-disturb')),
  chosen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Every node keeps them all in memory. Payload: the person, and the status if there is one now.
CREATE FUNCTION announce_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM pg_notify('atoll_status_chosen', OLD.user_id::text);
  ELSE
    PERFORM pg_notify('atoll_status_chosen', concat_ws(' ', NEW.user_id, NEW.status));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER chosen_statuses_announce AFTER INSERT OR UPDATE OR DELETE ON chosen_statuses
  FOR EACH ROW EXECUTE FUNCTION announce_status();
