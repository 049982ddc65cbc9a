-- The services that the status page shows to everyone in the company.
CREATE TABLE status_services (
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  service text NOT NULL,
  PRIMARY KEY (type_id, service)
);
-- For the updates of the status page, the newest first.
CREATE INDEX incident_entries_updates ON incident_entries (at DESC, id DESC) WHERE kind = 'update';
-- For the days of the status page.
CREATE INDEX incidents_by_end ON incidents (resolved_at) WHERE effect <> 'none';
