-- Times before 1900 and after 2199 cannot be sent. Events that have some are derived again by the hourly job.
UPDATE events SET zones_version = '' WHERE id IN (
  SELECT event_id FROM event_occurrences WHERE starts_at < '1900-01-01T00:00:00Z' OR ends_at >= '2200-01-01T00:00:00Z');
