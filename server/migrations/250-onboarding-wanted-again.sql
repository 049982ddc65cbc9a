-- A role that is given, taken and given again before the job ran found its row there already and announced nothing, so
-- the path started only when something else changed. The row is touched instead, in one order for all statements.
CREATE OR REPLACE FUNCTION want_onboarding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NOT EXISTS (SELECT FROM onboarding_paths WHERE state = 'published') THEN RETURN NULL; END IF;
  INSERT INTO onboarding_wanted (person_id, thing_id)
  SELECT DISTINCT c.user_id, (to_jsonb(c) ->> TG_ARGV[0])::uuid FROM changed c
  WHERE TG_OP = 'INSERT' OR EXISTS (SELECT FROM onboardings o WHERE o.person_id = c.user_id AND o.stopped_at IS NULL)
  ORDER BY 1, 2
  ON CONFLICT (person_id, thing_id) DO UPDATE SET at = excluded.at;
  IF FOUND THEN PERFORM pg_notify('atoll_onboarding_wanted', ''); END IF;
  RETURN NULL;
END $$;
