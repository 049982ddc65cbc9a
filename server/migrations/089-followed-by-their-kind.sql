-- What follows a change of a row takes the kind alone: a second word that triggers gave it was read by nobody, and asked
-- every new kind what it was for. Rows that come and go are followed by statement since 064, so it hears of changes alone.
CREATE OR REPLACE FUNCTION search_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_index(TG_ARGV[0], ARRAY[NEW.id]);
  RETURN NULL;
END $$;

DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT tgrelid::regclass AS place, tgname AS name, pg_get_triggerdef(oid) AS said FROM pg_trigger
    WHERE tgfoid = 'search_follow'::regproc AND NOT tgisinternal
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', one.name, one.place);
    EXECUTE replace(one.said, ', ''id'')', ')');
  END LOOP;
END $$;
