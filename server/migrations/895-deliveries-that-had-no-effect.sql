-- The name of a delivery is not signed, and its body need not differ from that of another event. Both are in one identity.

ALTER TABLE git_deliveries DROP CONSTRAINT git_deliveries_connection_id_sent_id_key;
ALTER TABLE git_deliveries DROP COLUMN sent_id;
ALTER TABLE git_deliveries RENAME COLUMN body_hash TO identity;
