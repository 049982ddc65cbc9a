-- Administrators see everyone's outgoing webhooks, and may switch one off.
ALTER TABLE outgoing_webhooks DROP CONSTRAINT outgoing_webhooks_stop_reason_check;
ALTER TABLE outgoing_webhooks ADD CONSTRAINT outgoing_webhooks_stop_reason_check
  CHECK (stop_reason IN ('receiver_failed', 'access_ended', 'administrator'));
CREATE INDEX outgoing_webhooks_created ON outgoing_webhooks (created_at, id);
-- The last failure of a webhook that sends a lot and seldom fails.
CREATE INDEX outgoing_deliveries_failures ON outgoing_deliveries (webhook_id, number DESC)
  WHERE failure IS NOT NULL AND state <> 'dropped';
