-- The mails that people choose to get. A person without a row has chosen nothing.

CREATE TABLE mail_preferences (
  user_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  digest text NOT NULL DEFAULT 'off' CHECK (digest IN ('off', 'daily', 'weekly')),
  -- By the clock of the person's time zone.
  digest_hour smallint NOT NULL DEFAULT 8 CHECK (digest_hour BETWEEN 0 AND 23),
  -- 1 is Monday.
  digest_weekday smallint NOT NULL DEFAULT 1 CHECK (digest_weekday BETWEEN 1 AND 7),
  announcements boolean NOT NULL DEFAULT true,
  shows_texts boolean NOT NULL DEFAULT false,
  -- The day of the last digest in the person's time zone. It was queued, or there was nothing to send. Null: not yet known.
  digested_on date,
  -- Nothing is to be done about the digest before this.
  digest_due_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_preferences_due ON mail_preferences (digest_due_at) WHERE digest <> 'off';

-- The digest of people whose accounts are created from now on.
ALTER TABLE company ADD COLUMN digest_of_new_people text NOT NULL DEFAULT 'off'
  CHECK (digest_of_new_people IN ('off', 'daily', 'weekly'));

CREATE FUNCTION give_digest_to_new_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_preferences (user_id, digest)
    SELECT NEW.id, digest_of_new_people FROM company WHERE digest_of_new_people <> 'off';
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_give_digest AFTER INSERT ON accounts
  FOR EACH ROW EXECUTE FUNCTION give_digest_to_new_person();

-- In another time zone, or with other quiet hours, the digest is due at another time. One of an account that could not be
-- signed in to was put off by a day.
CREATE FUNCTION look_at_digest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mail_preferences SET digest_due_at = now() WHERE user_id = NEW.id AND digest <> 'off';
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_look_at_digest AFTER UPDATE OF preferences, disabled_at, email_confirmed_at ON accounts
  FOR EACH ROW WHEN ((OLD.preferences, OLD.disabled_at, OLD.email_confirmed_at)
    IS DISTINCT FROM (NEW.preferences, NEW.disabled_at, NEW.email_confirmed_at))
  EXECUTE FUNCTION look_at_digest();

CREATE FUNCTION look_at_digest_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mail_preferences SET digest_due_at = now() WHERE user_id = NEW.user_id AND digest <> 'off';
  RETURN NULL;
END $$;
CREATE TRIGGER notification_settings_look_at_digest AFTER UPDATE OF settings ON notification_settings FOR EACH ROW
  WHEN (OLD.settings -> 'quietHours' IS DISTINCT FROM NEW.settings -> 'quietHours')
  EXECUTE FUNCTION look_at_digest_again();

-- Signs the links with which people stop mails. They work however old the mail is.
CREATE TABLE mail_link_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  secret bytea NOT NULL DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);
INSERT INTO mail_link_key DEFAULT VALUES;
