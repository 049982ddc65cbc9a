-- A NOTIFY locks the whole database server until its transaction has committed, so that writers take turns. What is not
-- about rights is told to the connection that writes instead: its server passes it on after the commit. INFO always
-- reaches the client, whatever it asks for, and is not logged. One line of the detail is one announcement.
CREATE FUNCTION announce_after_commit(topic text, payload text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE INFO USING MESSAGE = topic, DETAIL = payload, ERRCODE = 'AT001';
END $$;

-- The work queues that messages fill, and what else only says that there is something to do.
DO $$
DECLARE
  definition text;
BEGIN
  FOR definition IN
    SELECT pg_get_functiondef(p.oid) FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.proname IN ('announce_telling', 'announce_snooze',
      'queue_pushes', 'queue_renewed_pushes', 'look_at_held_pushes', 'queue_automation', 'queue_outgoing',
      'queue_outgoing_run', 'want_text_of_file')
  LOOP
    EXECUTE replace(definition, 'pg_notify(', 'announce_after_commit(');
  END LOOP;
END $$;

-- The entries of inboxes, all of a statement at once.
CREATE OR REPLACE FUNCTION announce_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text;
BEGIN
  SELECT string_agg(change, E'\n') INTO changes FROM (
    SELECT concat_ws(' ', user_id, CASE WHEN count(*) = 1 THEN (array_agg(id))[1] END) AS change
    FROM changed GROUP BY user_id
  ) c;
  IF changes IS NOT NULL THEN PERFORM announce_after_commit('atoll_notified', changes); END IF;
  RETURN NULL;
END $$;
