-- A deleted message leaves no text behind, and its buttons have some of it.

CREATE FUNCTION forget_buttons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM program_buttons WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_forget_buttons AFTER UPDATE OF deleted_at ON messages
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION forget_buttons();
