-- Questions and ideas of a department start automations.
CREATE FUNCTION queue_automation_question() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_automation('question.asked', NEW.department_id, NEW.id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER questions_queue_automation AFTER INSERT ON questions FOR EACH ROW
  WHEN (NEW.department_id IS NOT NULL AND NEW.created_at > now() - interval '1 hour')
  EXECUTE FUNCTION queue_automation_question();

CREATE FUNCTION queue_automation_idea() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM queue_automation('idea.created', NEW.department_id, NEW.id, NULL);
  ELSE
    PERFORM queue_automation('idea.status', NEW.department_id, NEW.id, NEW.status);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ideas_queue_automation_new AFTER INSERT ON ideas FOR EACH ROW
  WHEN (NEW.department_id IS NOT NULL AND NEW.created_at > now() - interval '1 hour')
  EXECUTE FUNCTION queue_automation_idea();
CREATE TRIGGER ideas_queue_automation_status AFTER UPDATE OF status ON ideas FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.department_id IS NOT NULL AND NEW.merged_into_id IS NULL)
  EXECUTE FUNCTION queue_automation_idea();

-- Automations post ideas as well. Their sessions are limited to what they may do at all.
UPDATE sessions SET scopes = scopes || '{ideas:write}'
  WHERE id IN (SELECT session_id FROM automations) AND ended_at IS NULL AND NOT 'ideas:write' = ANY(scopes);

-- Queues a run of an automation for a webhook of its owner, once. Its content is read when it is sent, as everything else.
-- Returns false if the owner has no such webhook, or if it is off.
CREATE FUNCTION queue_outgoing_run(webhook uuid, owner uuid, run uuid) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outgoing_deliveries (webhook_id, event, subject_id)
    SELECT id, 'automation.ran', run FROM outgoing_webhooks WHERE id = webhook AND owner_id = owner AND is_on;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM pg_notify('atoll_outgoing_due', '');
  RETURN true;
END $$;
