-- A change of the times of a rota keeps the turn of the member on call whole.

ALTER TABLE on_call_rotas
  -- The shift of the anchor began at this instant, and not at its handover.
  ADD COLUMN turn_from timestamptz;
