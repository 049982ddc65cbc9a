-- Every hundredth entry of the audit log is told to all nodes, which write its hash where the database cannot reach.
CREATE FUNCTION announce_audit_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_audit_head', NEW.number || ' ' || encode(NEW.hash, 'hex'));
  RETURN NULL;
END $$;
CREATE TRIGGER audit_log_announce_head AFTER INSERT ON audit_log
  FOR EACH ROW WHEN (NEW.number % 100 = 0) EXECUTE FUNCTION announce_audit_head();
