-- Nodes with a bus of their own (BUS_URL) number what they tell each other, and store it here as well: what the bus lost
-- is read from these rows. Without such a bus, rows have no number, and are those too large for a notification.
ALTER TABLE bus_parcels
  ADD COLUMN node_id uuid,
  ADD COLUMN number bigint,
  ALTER COLUMN id SET DEFAULT uuidv7();
CREATE UNIQUE INDEX bus_parcels_number ON bus_parcels (node_id, number);
