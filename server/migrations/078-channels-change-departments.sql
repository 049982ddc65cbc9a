-- A channel whose department was merged into another is told anew to those who have it.
CREATE TRIGGER channels_announce_department AFTER UPDATE OF department_id ON channels
  FOR EACH ROW WHEN (OLD.department_id IS DISTINCT FROM NEW.department_id) EXECUTE FUNCTION announce_channel();
