-- A section that is restricted, or no longer is, has other readers: every node looks again who hears of its cards.
CREATE OR REPLACE FUNCTION announce_section() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_department_changed', NEW.department_id::text);
  IF TG_OP = 'INSERT' OR (OLD.archived_at, OLD.department_id, OLD.is_restricted)
      IS DISTINCT FROM (NEW.archived_at, NEW.department_id, NEW.is_restricted) THEN
    PERFORM pg_notify('atoll_sections_moved', NEW.department_id::text);
  END IF;
  RETURN NULL;
END $$;
